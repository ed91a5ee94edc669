UPDATE {table}
SET state = :state, result = :result, expires = {now} + :retention
WHERE id = :id AND token = :token AND state <= {doubt} AND expires > {now}
