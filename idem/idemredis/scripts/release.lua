-- Release. ARGV: token.
if redis.call('EXISTS', key) == 0 then return 1 end
if owned() ~= 'r' then return 0 end
redis.call('DEL', key)
return 1
