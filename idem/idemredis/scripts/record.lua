-- What every script begins with. A record is one string: a head of fixed width, and behind it the result, if there is one. The
-- head holds the state ('r' running, 'h' held in doubt, 'd' done, 't' done with a tombstone), the owner's token, the
-- fingerprint, the fence, and when the lease ends, in microseconds of this server's clock.
local form, width = '>c1c16c32dd', 65
local key, token = KEYS[1], ARGV[1]

local function now()
  local clock = redis.call('TIME')
  return clock[1] * 1000000 + clock[2]
end

local function pack(state, fingerprint, fence, ends)
  return struct.pack(form, state, token, fingerprint, fence, ends)
end

local function parse(record)
  local state, owner, fingerprint, fence, ends = struct.unpack(form, record)
  if not string.find('rhdt', state, 1, true) then
    error('the record has a form that this version of idemredis does not know')
  end
  return state, owner, fingerprint, fence, ends
end

-- The record without its result, if the caller owns it.
local function owned()
  local head = redis.call('GETRANGE', key, 0, width - 1)
  if head == '' then return end
  local state, owner, fingerprint, fence, ends = parse(head)
  if owner == token then return state, fingerprint, fence, ends end
end

-- A server whose memory is full refuses a script at its first write, unless that is one that takes none, as PEXPIRE: so what is
-- there already can be renewed, held and completed all the same.
local function replace(record, ttl)
  if redis.pcall('SET', key, record, 'PX', ttl).err then
    redis.call('PEXPIRE', key, ttl)
    redis.call('SET', key, record, 'PX', ttl)
  end
end

