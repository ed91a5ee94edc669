SELECT state, token = :token
FROM {table}
WHERE id = :id AND expires > {now}
