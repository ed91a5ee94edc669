-- Times are microseconds since 1970 by the machine's clock. States: 1 running, 2 in doubt, 3 done, 4 done without a result.
CREATE TABLE IF NOT EXISTS {table} (
    id          BLOB    NOT NULL PRIMARY KEY,
    fingerprint BLOB    NOT NULL,
    token       BLOB    NOT NULL,
    state       INTEGER NOT NULL,
    fence       INTEGER NOT NULL,
    lease_ends  INTEGER NOT NULL,
    expires     INTEGER NOT NULL,
    result      BLOB
);

-- What ended, by when it may be swept: a claim and its renewals leave this one alone.
CREATE INDEX IF NOT EXISTS {settled} ON {name} (expires) WHERE state <> 1;

-- What is under way or was left behind by a crash: always small.
CREATE INDEX IF NOT EXISTS {unsettled} ON {name} (expires) WHERE state = 1;
