-- The row stays until its lease would have ended: a claim of this key that is on its way since before still meets its fence.
UPDATE {table}
SET expires = {now}
WHERE id = :id AND token = :token AND state = {running} AND expires > {now}
