WITH clock AS (
    SELECT {now} AS now
), settled AS (
    SELECT id FROM {table}
    WHERE state <> {running} AND expires <= {clock}
    ORDER BY expires LIMIT :limit
    FOR UPDATE SKIP LOCKED
), left_behind AS (
    SELECT id FROM {table}
    WHERE state = {running} AND expires <= {clock} AND lease_ends <= {clock}
    ORDER BY expires LIMIT :limit
    FOR UPDATE SKIP LOCKED
)
DELETE FROM {table}
WHERE id IN (SELECT id FROM settled UNION ALL SELECT id FROM left_behind LIMIT :limit)
