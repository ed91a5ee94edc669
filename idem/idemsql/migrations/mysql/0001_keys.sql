-- Times are microseconds since 1970 by the database's clock. States: 1 running, 2 in doubt, 3 done, 4 done without a result.
CREATE TABLE IF NOT EXISTS {table} (
    id          BINARY(32) NOT NULL PRIMARY KEY,
    fingerprint BINARY(32) NOT NULL,
    token       BINARY(16) NOT NULL,
    state       TINYINT    NOT NULL,
    fence       BIGINT     NOT NULL,
    lease_ends  BIGINT     NOT NULL,
    expires     BIGINT     NOT NULL,
    result      LONGBLOB,
    KEY {settled} (expires)
) ENGINE = InnoDB;
