package idemsql

import (
	"flag"
	"os"
	"testing"

	mysqldriver "github.com/go-sql-driver/mysql"
	"go.uber.org/goleak"
)

var crashRounds = flag.Int("crash.rounds", 1, "how often a process is killed at each point, on each database")

func TestMain(m *testing.M) {
	flag.Parse()
	_ = mysqldriver.SetLogger(&mysqldriver.NopLogger{}) // connections are lost on purpose
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		stopServers()
		os.Exit(code)
	}))
}
