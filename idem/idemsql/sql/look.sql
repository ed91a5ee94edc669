SELECT state, fingerprint = :fingerprint, token = :token, lease_ends <= {now}, result
FROM {table}
WHERE id = :id AND expires > {now}
