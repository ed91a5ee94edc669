-- A key in doubt has no lease, so that one comparison finds what may be taken over.
UPDATE {table}
SET state = {doubt}, lease_ends = 0, expires = {now} + :retention
WHERE id = :id AND token = :token AND state = {running} AND expires > {now}
