INSERT INTO {table} AS k (id, fingerprint, token, state, fence, lease_ends, expires)
VALUES (:id, :fingerprint, :token, {running}, {now}, {now} + :lease, {now} + :lease + :retention)
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
