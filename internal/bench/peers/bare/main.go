// Command bare answers every request with one fixed result, by net/http and
// encoding/json alone: what the platform gives before there is a protocol.
//
//	bare ADDRESS
package main

import (
	"encoding/json"
	"log"
	"net/http"
	"os"
)

type request struct {
	ID     json.RawMessage `json:"id"`
	Params struct {
		Arguments map[string]any `json:"arguments"`
		Meta      map[string]any `json:"_meta"`
	} `json:"params"`
}

func main() {
	log.Fatal(http.ListenAndServe(os.Args[1], http.HandlerFunc(answer))) //nolint:gosec // a peer under load, on loopback
}

func answer(w http.ResponseWriter, r *http.Request) {
	var msg request
	if err := json.NewDecoder(r.Body).Decode(&msg); err != nil {
		http.Error(w, "not JSON", http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	//nolint:errchkjson // of strings alone
	_ = json.NewEncoder(w).Encode(map[string]any{"jsonrpc": "2.0", "id": msg.ID, "result": map[string]any{
		"resultType":        "complete",
		"structuredContent": map[string]any{"radicado": "SOP-1", "estado": "abierto", "nombre": "Ana Restrepo"},
	}})
}
