-- The reply brings the fence as the last insert id, 0 where nothing was granted. MySQL assigns from left to right, and in this order
-- what may be granted stays so from column to column.
INSERT INTO {table} (id, fingerprint, token, state, fence, lease_ends, expires)
VALUES (:id, :fingerprint, :token, {running}, LAST_INSERT_ID({now}), {now} + :lease, {now} + :lease + :retention)
ON DUPLICATE KEY UPDATE
    fence       = IF({grantable}, LAST_INSERT_ID({fence}), {table}.fence + LAST_INSERT_ID(0)),
    result      = IF({grantable}, NULL, {table}.result),
    token       = IF({grantable}, :token, {table}.token),
    state       = IF({grantable}, {running}, {table}.state),
    fingerprint = IF({grantable}, :fingerprint, {table}.fingerprint),
    lease_ends  = IF({grantable}, {now} + :lease, {table}.lease_ends),
    expires     = IF({grantable}, {now} + :lease + :retention, {table}.expires)
