/// What a node of version 0.2.0 has Redis do to change a label, word for word.
let scriptOfEarlierVersion = #"""
  local store, names, expiries, public = KEYS[1], KEYS[2], KEYS[3], 'kinetype:public'
  local visitors, underscore = 'kinetype:visitors', '_'
  local mark = '{"form":1,"private":true,'
  local epoch = redis.call('HGET', store, 'epoch')
  if not epoch then
    epoch = ARGV[1]
    redis.call('HSET', store, 'epoch', epoch, 'removed', ARGV[2], 'indexed', '1')
  end
  local node, channel = ARGV[3], ARGV[4]
  local time = redis.call('TIME')
  local now = time[1] * 1000000 + time[2]
  local function removed() return redis.call('HGET', store, 'removed') end
  local function remove(version)
    local new, old = tonumber(version), tonumber(removed())
    if new and new < 2 ^ 53 and old and old < new then redis.call('HSET', store, 'removed', version) end
  end
  local function drop(name, version, by, isExpired)
    redis.call('DEL', 'kinetype:{' .. name .. '}')
    redis.call('ZREM', names, name)
    redis.call('ZREM', public, name)
    redis.call('ZREM', visitors, name)
    redis.call('ZREM', expiries, name)
    remove(version)
    local line = 'gone ' .. epoch .. ' ' .. by .. ' ' .. version .. ' ' .. isExpired
    redis.call('PUBLISH', channel .. '{' .. name .. '}', line)
  end
  local function fields(name)
    local label = redis.pcall('HMGET', 'kinetype:{' .. name .. '}', 'version', 'start', 'expiry', 'state')
    if label.err then return {'?', false, false, false} end
    local expiry = tonumber(label[3] or '')
    if not label[1] or not expiry or expiry > now then return label end
    drop(name, label[1], '-', '1')
    return {false, false, false, false}
  end
  -- What earlier versions have kept of requests that may come again is none.
  local function receipt(key)
    local kept = redis.call('GET', key)
    if kept and kept:sub(1, 1) == '{' and not kept:find('"type":"no-single-number"', 1, true) then return false end
    return kept
  end
  local function index(name, state)
    if not state or string.sub(state, 1, #mark) == mark then
      redis.call('ZREM', public, name)
      return false
    end
    redis.call('ZADD', public, 0, name)
    return true
  end
  local function look(count)
    local before = redis.call('HGET', store, 'looked') or ''
    local last = before
    local page = redis.call('ZRANGEBYLEX', names, last == '' and '-' or '(' .. last, '+', 'LIMIT', 0, count)
    for _, name in ipairs(page) do
      index(name, fields(name)[4])
      last = name
    end
    if #page < count then last = '' end
    if last ~= before then redis.call('HSET', store, 'looked', last) end
    if last == '' and not redis.call('HGET', store, 'indexed') then redis.call('HSET', store, 'indexed', '1') end
    return last
  end
  local function answer(verdict, ...)
    local count = redis.call('ZCARD', names) + redis.call('ZCARD', visitors)
    return {verdict, epoch, removed(), time[1], time[2], count, ...}
  end

  local wanted, known, change, name = ARGV[5], ARGV[6], ARGV[7], ARGV[8]
  local version, start, expiry, state = ARGV[9], ARGV[10], ARGV[11], ARGV[12]
  local limit, keyLimit, lifetime, isLate = ARGV[13], tonumber(ARGV[14]), ARGV[15], ARGV[16]
  local label, before = 'kinetype:{' .. name .. '}', fields(name)[1] or '0'
  local turn = redis.call('GET', 'kinetype:turn:{' .. name .. '}')
  if epoch ~= wanted or before ~= known or (turn and turn ~= node) then return answer('again') end
  for index = 4, #KEYS do
    if receipt(KEYS[index]) then return answer('again') end
  end
  if change == 'put' then
    local isVisitors = string.sub(name, 1, #underscore) == underscore
    if before == '0' then
      if tonumber(version) <= tonumber(removed()) then return answer('again') end
      -- A node of an earlier version, which does not know this list, may have deleted some whose time was over.
      local list = isVisitors and visitors or names
      for _, name in ipairs(isVisitors and redis.call('ZRANGEBYSCORE', visitors, '-inf', now) or {}) do
        redis.call('ZREM', visitors, name)
      end
      if redis.call('ZCARD', list) >= tonumber(limit) then return answer('full') end
    end
    if isLate == '0' and tonumber(start) <= now then return answer('again') end
    redis.call('HSET', label, 'version', version, 'start', start, 'expiry', expiry, 'state', state)
    if isVisitors then
      redis.call('ZADD', visitors, expiry == '' and '+inf' or expiry, name)
    else
      redis.call('ZADD', names, 0, name)
      index(name, state)
    end
    if expiry == '' then
      redis.call('PERSIST', label)
      redis.call('ZREM', expiries, name)
    else
      redis.call('PEXPIREAT', label, string.format('%.0f', tonumber(expiry) / 1000 + 86400000))
      redis.call('ZADD', expiries, expiry, name)
    end
    local line = 'put ' .. epoch .. ' ' .. node .. ' ' .. version .. ' ' .. start .. ' ' .. expiry
    redis.call('PUBLISH', channel .. '{' .. name .. '}', line .. '\n' .. state)
  elseif change == 'delete' then
    drop(name, version, node, '0')
  end
  local function forget()
    local first = redis.call('ZRANGE', 'kinetype:answers', 0, 0, 'WITHSCORES')
    local isFull = redis.call('ZCARD', 'kinetype:answers') > keyLimit
    if not first[1] or not isFull and tonumber(first[2]) > now then return end
    redis.call('ZREM', 'kinetype:answers', first[1])
    redis.call('DEL', first[1])
  end
  for index = 4, #KEYS do
    redis.call('SET', KEYS[index], ARGV[index + 13], 'PX', lifetime)
    redis.call('ZADD', 'kinetype:answers', string.format('%.0f', now + lifetime * 1000), KEYS[index])
    redis.call('PEXPIREAT', 'kinetype:answers', string.format('%.0f', now / 1000 + lifetime))
    -- Two for each that comes, so that a limit that was lowered is reached.
    forget()
    forget()
  end
  if turn then redis.call('DEL', 'kinetype:turn:{' .. name .. '}') end
  return answer('done')
  """#
