UPDATE {table}
SET lease_ends = {now} + :lease, expires = {now} + :lease + :retention
WHERE id = :id AND token = :token AND state = {running} AND expires > {now}
