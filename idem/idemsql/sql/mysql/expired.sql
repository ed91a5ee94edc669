SELECT id
FROM {table}
WHERE expires <= {now} AND lease_ends <= {now}
ORDER BY expires LIMIT :limit
