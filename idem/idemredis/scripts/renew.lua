-- Renew. ARGV: token, lease in microseconds, TTL in milliseconds.
local state, fingerprint, fence = owned()
if state ~= 'r' then return 0 end
replace(pack('r', fingerprint, fence, now() + ARGV[2]), ARGV[3])
return 1
