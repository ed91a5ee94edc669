-- Hold. ARGV: token, TTL in milliseconds.
local state, fingerprint, fence, ends = owned()
if not state then return 0 end
if state == 'r' then replace(pack('h', fingerprint, fence, ends), ARGV[2]) end
return 1
