// Package idemsql keeps idempotency keys in a SQL database that the author has already: PostgreSQL, MySQL or MariaDB, SQLite. It
// knows database/sql and no driver, takes the author's *sql.DB, and never opens, configures or closes one.
//
// # Which of these do I want
//
//   - Migrate makes the table, once, at the start of any number of processes; Migrations gives its SQL to another tool.
//   - New returns a Store for idem.New, or for the ServerOptions of package asixto.
//   - TxFrom is for a handler whose effect is rows of the same database: with InTx set on its tool or request, effect and key commit
//     together, and no key of it is ever in doubt.
//
// # Which database
//
//	              survives                                                        a first call             a replay
//	PostgreSQL    a crash of process, server and machine, with synchronous_commit 2 statements, 2 commits  1 statement
//	              on; a failover to a synchronous standby
//	MySQL         the same with innodb_flush_log_at_trx_commit=1, the default,    2 statements, 2 commits  2 statements
//	              and sync_binlog=1 where a binary log is kept
//	SQLite        a crash of process and machine, with synchronous=FULL           3 statements, 2 commits  1 statement
//
// A replay writes nothing; so does a claim that finds its key running, in doubt or in conflict. A replay waits for no writer on
// PostgreSQL and SQLite. SQLite takes a third statement for that: there a statement that may write is a writer from its beginning, so
// a claim reads first, and only who may own the key writes. It is a call within the process, and costs little beside a commit. With
// InTx a first call takes five, six and seven requests, begin, commit and the one statement of a short run among them.
//
// Choose the database in which the effects are, for the sake of InTx; SQLite for one machine; Redis (package idemredis) where effects
// are elsewhere, keys are many, and the loss of a failing Redis's last second is acceptable.
//
// An asynchronous standby that is promoted has forgotten the last keys, and effects may be repeated. So has a server restored
// from a backup.
//
// New rehearses a call on the table, in a transaction that it rolls back. It wants the table as Migrate makes it, a primary, and a user
// with the rights to SELECT, INSERT, UPDATE and DELETE.
//
// The tests run on PostgreSQL 15, MariaDB 10.11 and the SQLite of the module's go.mod; they have passed on PostgreSQL 13 and 18, too. For
// MySQL 8.0 the statements are kept to what both it and MariaDB know, but no test of this module runs on it.
//
// # PostgreSQL
//
// Every call is one statement outside of a transaction, so a pooler in any mode will do; the driver decides whether it is prepared. With
// pgx, behind a pooler that keeps no prepared statements, set default_query_exec_mode=exec in the name of the data source.
// One that others made a deadlock or a serialization failure with is sent again. New refuses a server before 13, synchronous_commit=off,
// and a default_transaction_isolation other than read committed, at which calls of different keys fail each other. Time is
// clock_timestamp().
//
// # MySQL and MariaDB
//
// The table is InnoDB. Statements are prepared once on each connection. One that others made a deadlock with is sent again. New
// refuses MySQL before 8.0, MariaDB before 10.6, connections without autocommit, and a max_allowed_packet below Options.MaxResult.
// Time is UTC_TIMESTAMP, whatever the zone of the session. Transactions are READ COMMITTED, which binlog_format=STATEMENT does not
// allow. The driver ends a COMMIT that is not answered with its own readTimeout only: set one.
//
// # SQLite
//
// The name of the data source has to set three things, since a statement sets them on one connection only, and New looks at two:
// journal_mode=WAL, so that who reads waits for nobody; synchronous=FULL, so that a power cut forgets nothing; busy_timeout, which is
// how long a writer waits for another, to some seconds and less than a third of the engine's lease. With modernc.org/sqlite:
//
//	file:datos.db?_journal_mode=WAL&_synchronous=FULL&_busy_timeout=4000
//
// All processes are on one machine, and the file is on a local disk. Time is the machine's, in milliseconds: a clock that is set back
// prolongs leases by as much.
//
// One process writes at a time; the store lines its own writers up, so that they do not wait for each other's locks in ever longer
// pauses. A run with InTx is a writer from its beginning to its end, so it must be short and must not call
// out: meanwhile no key of any other call can be claimed, renewed or completed.
//
// # Transactions
//
// The run of a request with InTx gets its *sql.Tx from TxFrom and writes its rows with it. It neither commits nor rolls back; the
// store does, together with the key, after it returned. If the process dies before that, nothing has happened and the key is run
// again once its lease has ended; if it dies after, everything has. If only the reply to the commit is lost, the engine asks the
// database what happened before it answers. Effects outside of the database have no part in it: a mail that such a run sends may be
// sent again.
//
// A run returns the error of a statement that failed, and does not go on: PostgreSQL takes no more statements then, and MySQL has
// rolled back everything at a deadlock, and commits by itself what is written after that. It does so after a CREATE or ALTER, too.
//
// At the run's deadline the transaction is rolled back, also while the run goes on. Each such run keeps a connection, and the engine
// needs others to renew leases: let the pool have more connections than runs. A pool of one is refused.
//
// # Upkeep
//
// The engine sweeps expired keys by itself, in steps. These keys were left behind by a crash, or are under way:
//
//	SELECT * FROM idem_keys WHERE state = 1
//
// Never delete a row by hand before its time: its effect would be repeated.
package idemsql
