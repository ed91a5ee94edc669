DELETE FROM {table}
WHERE id IN (
    SELECT id FROM (
        SELECT id FROM {table}
        WHERE state <> {running} AND expires <= {now}
        ORDER BY expires LIMIT :limit
    )
    UNION ALL
    SELECT id FROM (
        SELECT id FROM {table}
        WHERE state = {running} AND expires <= {now} AND lease_ends <= {now}
        ORDER BY expires LIMIT :limit
    )
    LIMIT :limit
)
