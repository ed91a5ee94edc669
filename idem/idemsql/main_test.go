package idemsql

import (
	"database/sql"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"testing"

	mysqldriver "github.com/go-sql-driver/mysql"
	"go.uber.org/goleak"
)

var crashRounds = flag.Int("crash.rounds", 1, "how often a process is killed at each point, on each database")

func TestMain(m *testing.M) {
	flag.Parse()
	_ = flag.Set("test.parallel", strconv.Itoa(max(4, runtime.GOMAXPROCS(0)))) // they wait more than they work
	_ = mysqldriver.SetLogger(&mysqldriver.NopLogger{})                        // connections are lost on purpose
	drop := func() {}
	if os.Getenv(orderEnv) == "" && os.Getenv("ASIXTO_IDEMTEST_CHILD") == "" { // children of tests are killed
		drop = exampleSchema()
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		drop()
		stopServers()
		os.Exit(code)
	}))
}

// exampleSchema makes a schema for the examples that need a server, which find it as a program does. An example cannot be skipped
// from within.
func exampleSchema() (drop func()) {
	addr, err := find(PostgreSQL)
	if err != nil {
		if os.Getenv("CI") == "" {
			fmt.Fprintf(os.Stderr, "skipping the examples on PostgreSQL: %v: %s\n", err, servers[PostgreSQL].remedy)
			_ = flag.Set("test.skip", "^Example_(postgreSQL|serverOnPostgreSQL)$")
		}
		_ = os.Setenv("DATABASE_URL", postgresSource("postgres", servers[PostgreSQL].standard)) // where it fails, and not elsewhere
		return func() {}
	}
	schema := fmt.Sprintf("idemsql_%x", random(8))
	run := func(query string) {
		db, err := sql.Open(servers[PostgreSQL].driver, postgresSource("postgres", addr))
		if err == nil {
			_, err = db.Exec(query)
		}
		if err != nil {
			panic(err)
		}
		_ = db.Close()
	}
	run("CREATE SCHEMA " + schema)
	_ = os.Setenv("DATABASE_URL", postgresSource("postgres", addr)+"&search_path="+schema)
	return func() { run("DROP SCHEMA " + schema + " CASCADE") }
}
