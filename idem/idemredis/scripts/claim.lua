-- Claim. ARGV: token, fingerprint, lease in microseconds, TTL in milliseconds, '1' to take over.
local fingerprint, ttl, takeover = ARGV[2], ARGV[4], ARGV[5] == '1'
local time = now()
local ends = time + ARGV[3]

local added = redis.pcall('SET', key, pack('r', fingerprint, time, ends), 'PX', ttl, 'NX')
if added and added.ok then return {'granted', time} end

local record = redis.call('GET', key)
if not record then return added end -- the error: there is no memory for one more

local state, owner, arguments, fence, lapses = parse(record)
if arguments ~= fingerprint then return {'conflict', ''} end
if state == 'd' then return {'done', string.sub(record, width + 1)} end
if state == 't' then return {'tombstone', ''} end
if state == 'r' and owner ~= token and time < lapses then return {'running', ''} end
if state == 'h' or owner ~= token then
  if not takeover then return {'doubt', ''} end
  fence = fence + 1
end
replace(pack('r', fingerprint, fence, ends), ttl)
return {'granted', fence}
