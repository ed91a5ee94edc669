-- Looks first, at the statement's snapshot, so that a replay writes nothing; what is written is compared again under the row's lock.
-- No row comes back where another call came between the two: then it has to be asked again.
WITH clock AS (
    SELECT {now} AS now
), seen AS (
    SELECT k.*
    FROM {table} AS k
    WHERE k.id = :id AND NOT {grantable}
), granted AS (
    INSERT INTO {table} AS k (id, fingerprint, token, state, fence, lease_ends, expires)
    SELECT :id, :fingerprint, :token, {running}, now, now + :lease, now + :lease + :retention
    FROM clock
    WHERE NOT EXISTS (SELECT FROM seen)
    ON CONFLICT (id) DO UPDATE
    SET fingerprint = excluded.fingerprint,
        token       = excluded.token,
        state       = excluded.state,
        fence       = {fence},
        lease_ends  = excluded.lease_ends,
        expires     = excluded.expires,
        result      = NULL
    WHERE {grantable}
    RETURNING fence
)
SELECT fence, 0, false, false, false, NULL FROM granted
UNION ALL
SELECT 0, state, fingerprint = :fingerprint, token = :token, lease_ends <= {clock}, result FROM seen
