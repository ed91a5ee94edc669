SELECT id, fingerprint, token, state, fence, lease_ends, expires, result
FROM {table}
WHERE 1 = 0
