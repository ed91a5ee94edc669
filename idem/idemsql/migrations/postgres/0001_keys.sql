-- Times are microseconds since 1970 by the database's clock. States: 1 running, 2 in doubt, 3 done, 4 done without a result.
CREATE TABLE IF NOT EXISTS {table} (
    id          bytea    PRIMARY KEY,
    fingerprint bytea    NOT NULL,
    token       bytea    NOT NULL,
    state       smallint NOT NULL,
    fence       bigint   NOT NULL,
    lease_ends  bigint   NOT NULL,
    expires     bigint   NOT NULL,
    result      bytea
);

-- What ended, by when it may be swept: a claim and its renewals leave this one alone.
CREATE INDEX IF NOT EXISTS {settled} ON {table} (expires) WHERE state <> 1;

-- What is under way or was left behind by a crash: always small.
CREATE INDEX IF NOT EXISTS {unsettled} ON {table} (expires) WHERE state = 1;
