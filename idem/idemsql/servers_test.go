package idemsql

import (
	"context"
	"database/sql"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	_ "github.com/go-sql-driver/mysql"
	_ "github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite"
)

// server is where the tests find a database: on its standard port, else a throw-away one made from the machine's programs.
type server struct {
	standard string
	driver   string
	source   func(addr string) string // names a database that is always there
	start    func(dir string) (addr string, stop func(), err error)
	remedy   string
}

var servers = map[Dialect]*server{
	PostgreSQL: {
		standard: "127.0.0.1:5432",
		driver:   "pgx",
		source:   func(addr string) string { return postgresSource("postgres", addr) },
		start:    startPostgres,
		remedy:   "start PostgreSQL on 127.0.0.1:5432 with trust for the user postgres, or install postgresql",
	},
	MySQL: {
		standard: "127.0.0.1:3306",
		driver:   "mysql",
		source:   func(addr string) string { return "root@tcp(" + addr + ")/" },
		start:    startMariaDB,
		remedy:   "start MariaDB or MySQL on 127.0.0.1:3306 with an empty password for root, or install mariadb-server",
	},
}

func postgresSource(name, addr string) string {
	return "postgres://" + name + "@" + addr + "/postgres?sslmode=disable"
}

// runningServers are those that were looked for: each once.
var runningServers struct {
	sync.Mutex
	addr map[Dialect]string
	err  map[Dialect]error
	stop []func()
}

// address returns where a server is. Without one a test fails in CI, and is skipped elsewhere.
func address(tb testing.TB, d Dialect) string {
	tb.Helper()
	addr, err := find(d)
	switch {
	case err == nil:
	case os.Getenv("CI") != "":
		tb.Fatalf("no server for %v: %v: %s", d, err, servers[d].remedy)
	default:
		tb.Skipf("no server for %v: %v: %s", d, err, servers[d].remedy)
	}
	return addr
}

func find(d Dialect) (string, error) {
	r := &runningServers
	r.Lock()
	defer r.Unlock()
	if r.addr == nil {
		r.addr, r.err = map[Dialect]string{}, map[Dialect]error{}
	}
	if r.addr[d] == "" && r.err[d] == nil {
		r.addr[d], r.err[d] = servers[d].find()
	}
	return r.addr[d], r.err[d]
}

// find looks for a server; the lock of runningServers is held.
func (s *server) find() (string, error) {
	if s.answers(s.standard) == nil {
		return s.standard, nil
	}
	dir, err := os.MkdirTemp("", "idemsql")
	if err != nil {
		return "", err
	}
	addr, stop, err := s.start(dir)
	if err != nil {
		_ = os.RemoveAll(dir)
		return "", err
	}
	runningServers.stop = append(runningServers.stop, func() {
		stop()
		_ = os.RemoveAll(dir)
	})
	for range 300 {
		if err = s.answers(addr); err == nil {
			return addr, nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return "", err
}

func (s *server) answers(addr string) error {
	db, err := sql.Open(s.driver, s.source(addr))
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return db.PingContext(ctx)
}

func stopServers() {
	for _, stop := range runningServers.stop {
		stop()
	}
}

func startPostgres(dir string) (string, func(), error) {
	initdb, err := program("initdb", "/usr/lib/postgresql/*/bin", "/usr/local/pgsql/bin")
	if err != nil {
		return "", nil, err
	}
	data := filepath.Join(dir, "data")
	if out, err := as("postgres", dir, initdb, "-D", data, "-U", "postgres", "-A", "trust", "-N").CombinedOutput(); err != nil {
		return "", nil, fmt.Errorf("initdb: %w: %s", err, out)
	}
	port := freePort()
	cmd := as("postgres", dir, filepath.Join(filepath.Dir(initdb), "postgres"), "-D", data, "-p", port, "-k", dir,
		"-c", "listen_addresses=127.0.0.1")
	return run(cmd, port, syscall.SIGQUIT)
}

func startMariaDB(dir string) (string, func(), error) {
	install, err := program("mariadb-install-db", "/usr/bin", "/usr/local/mysql/scripts")
	if err != nil {
		return "", nil, err
	}
	daemon, err := program("mariadbd", "/usr/sbin", "/usr/libexec", "/usr/local/mysql/bin")
	if err != nil {
		return "", nil, err
	}
	data := filepath.Join(dir, "data")
	if out, err := as("mysql", dir, install, "--no-defaults", "--datadir="+data, "--auth-root-authentication-method=normal",
		"--skip-test-db").CombinedOutput(); err != nil {
		return "", nil, fmt.Errorf("mariadb-install-db: %w: %s", err, out)
	}
	port := freePort()
	cmd := as("mysql", dir, daemon, "--no-defaults", "--datadir="+data, "--port="+port, "--bind-address=127.0.0.1",
		"--socket="+filepath.Join(dir, "socket"), "--pid-file="+filepath.Join(dir, "pid"))
	return run(cmd, port, syscall.SIGKILL)
}

// program finds what is installed outside of the path as often as in it.
func program(name string, folders ...string) (string, error) {
	if path, err := exec.LookPath(name); err == nil {
		return filepath.EvalSymlinks(path)
	}
	for _, folder := range folders {
		if found, _ := filepath.Glob(filepath.Join(folder, name)); len(found) > 0 {
			return found[len(found)-1], nil
		}
	}
	return "", fmt.Errorf("there is no %s", name)
}

// as returns a command that runs as another user if this one is root, whom servers refuse, and gives that user dir.
func as(name, dir, program string, args ...string) *exec.Cmd {
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	account, err := user.Lookup(name)
	if os.Getuid() != 0 || err != nil {
		return cmd
	}
	uid, _ := strconv.Atoi(account.Uid)
	gid, _ := strconv.Atoi(account.Gid)
	_ = os.Chown(dir, uid, gid)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
	return cmd
}

func run(cmd *exec.Cmd, port string, end syscall.Signal) (string, func(), error) {
	if err := cmd.Start(); err != nil {
		return "", nil, err
	}
	stop := func() {
		_ = cmd.Process.Signal(end)
		_ = cmd.Wait()
	}
	return net.JoinHostPort("127.0.0.1", port), stop, nil
}

func freePort() string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "0"
	}
	defer func() { _ = l.Close() }()
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
}
