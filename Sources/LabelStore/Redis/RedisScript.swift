import Synchronization

/// What runs in Redis, in one step each that nothing comes between.
///
/// The keys: `kinetype:{NAME}`, a hash for each label (`version`, `start`, `expiry`, `state`, and `private`, which says
/// `VERSION 1` or `VERSION 0` and is believed of that version alone: nodes of version 0.2.0 leave it as it was, so that of
/// what they have changed ``StoredLabel/privateMark`` says it); `kinetype:names`, all names
/// in order but those of visitors' labels; `kinetype:public`, those of them that are not private; `kinetype:visitors`, the
/// names of visitors' labels, which are never listed, by the time when each is over; `kinetype:expiries`, the names of
/// labels that end by themselves; `kinetype:answer:KEY`, what is kept of requests with keys, and `kinetype:answers`, those
/// keys in the order in which they are over; `kinetype:turn:{NAME}`, for half a second the node that may change a label alone,
/// since others were always first; and `kinetype:store` with the epoch, which tells an emptied database from the one
/// before, the highest version of all labels that are gone, whether all public names are in their list (`indexed`, which
/// databases of earlier versions lack), and the last name that was looked at to see whether it is in there rightly
/// (`looked`): nodes of an earlier version, which do not know the list, may run beside those of this one.
/// What is over, a label or what is kept of a request, is so by the time that the nodes have measured, and goes with the
/// first script that looks (a receipt with the sweep); where no node runs, Redis drops it a month later: not sooner, since
/// its clock may be set.
///
/// All are given the keys `store`, `names` and `expiries` first, and first the arguments that
/// ``RedisLabelStore/run(_:keys:arguments:_:)`` gives to all, but for the last, which is the time as the node has measured
/// it. All replies begin alike, see ``RedisAnswer``.
enum RedisScript: CaseIterable {
  /// Says what a label is, and what is kept for some keys.
  case read
  /// Makes a change if the label still is what was read.
  case write
  /// Says what some labels are, in order of name.
  case list
  /// Deletes labels and receipts whose time is over.
  case sweep
}

extension RedisScript {
  static let store = "kinetype:store"
  static let names = "kinetype:names"
  static let expiries = "kinetype:expiries"

  /// How much later than by the time of the nodes Redis drops what is over, in milliseconds.
  private static let grace: Int64 = 31 * 86_400_000

  static func receiptKey(_ key: String) -> String { "kinetype:answer:\(key)" }

  var text: String { Self.begin + body }

  /// Finds the epoch, and begins one where the database is empty.
  private static let begin = """
    local store, names, expiries, public = KEYS[1], KEYS[2], KEYS[3], 'kinetype:public'
    local visitors, underscore = 'kinetype:visitors', '\(StoredLabel.visitorMark)'
    local mark = '\(String(decoding: StoredLabel.privateMark, as: UTF8.self))'
    local epoch = redis.call('HGET', store, 'epoch')
    if not epoch then
      epoch = ARGV[1]
      redis.call('HSET', store, 'epoch', epoch, 'removed', ARGV[2], 'indexed', '1')
    end
    local node, channel = ARGV[3], ARGV[4]
    local time = redis.call('TIME')
    local now = time[1] * 1000000 + time[2]
    -- A clock that has just been set a long way is not followed: nothing ends by it.
    local measured = tonumber(ARGV[#ARGV])
    if measured and math.abs(now - measured) > \(ClockSteps.patience) then now = measured end
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
      local label = redis.pcall('HMGET', 'kinetype:{' .. name .. '}', 'version', 'start', 'expiry', 'state', 'private')
      if label.err then return {'?', false, false, false, '1'} end
      local version, isPrivate = string.match(label[5] or '', '^(%d+) ([01])$')
      if version == label[1] then
        label[5] = isPrivate
      else
        label[5] = label[4] and string.sub(label[4], 1, #mark) == mark and '1' or '0'
      end
      local expiry = tonumber(label[3] or '')
      if not label[1] or not expiry or expiry > now then return label end
      drop(name, label[1], '-', '1')
      return {false, false, false, false, '1'}
    end
    -- What earlier versions have kept of requests that may come again is none.
    local function receipt(key)
      local kept = redis.call('GET', key)
      if kept and kept:sub(1, 1) == '{' and not kept:find('"type":"no-single-number"', 1, true) then return false end
      return kept
    end
    local function index(name, label)
      if not label[4] or label[5] == '1' then
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
        index(name, fields(name))
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

    """

  private var body: String {
    switch self {
    case .read:
      """
      if ARGV[6] == '1' then redis.call('SET', 'kinetype:turn:{' .. ARGV[5] .. '}', node, 'NX', 'PX', 500) end
      local answers = {}
      for index = 4, #KEYS do answers[index - 3] = receipt(KEYS[index]) end
      return answer('is', fields(ARGV[5]), answers)
      """
    case .write:
      """
      local wanted, known, change, name = ARGV[5], ARGV[6], ARGV[7], ARGV[8]
      local version, start, expiry, state = ARGV[9], ARGV[10], ARGV[11], ARGV[12]
      local limit, keyLimit, lifetime, isLate, isPrivate = ARGV[13], tonumber(ARGV[14]), ARGV[15], ARGV[16], ARGV[17]
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
        redis.call('HSET', label, 'version', version, 'start', start, 'expiry', expiry, 'state', state,
          'private', version .. ' ' .. isPrivate)
        if isVisitors then
          redis.call('ZADD', visitors, expiry == '' and '+inf' or expiry, name)
        else
          redis.call('ZADD', names, 0, name)
          index(name, {version, start, expiry, state, isPrivate})
        end
        if expiry == '' then
          redis.call('PERSIST', label)
          redis.call('ZREM', expiries, name)
        else
          redis.call('PEXPIREAT', label, string.format('%.0f', tonumber(expiry) / 1000 + \(Self.grace)))
          redis.call('ZADD', expiries, expiry, name)
        end
        local line = 'put ' .. epoch .. ' ' .. node .. ' ' .. version .. ' ' .. start .. ' ' .. expiry
        redis.call('PUBLISH', channel .. '{' .. name .. '}', line .. '\\n' .. state)
      elseif change == 'delete' then
        drop(name, version, node, '0')
      end
      -- Of too many the oldest of the label that has most, among the oldest and some by chance.
      local function forget()
        if redis.call('ZCARD', 'kinetype:answers') <= keyLimit then return end
        local first = redis.call('ZRANGE', 'kinetype:answers', 0, 0, 'WITHSCORES')
        local others = redis.call('ZRANDMEMBER', 'kinetype:answers', \(RequestReceipt.sampleSize - 1), 'WITHSCORES')
        local counts, oldest, ages = {}, {}, {[first[1]] = tonumber(first[2])}
        for index = 1, #others, 2 do ages[others[index]] = tonumber(others[index + 1]) end
        local function precedes(one, other)
          return ages[one] < ages[other] or ages[one] == ages[other] and one < other
        end
        for key in pairs(ages) do
          local label = string.match(key, '^\(Self.receiptKey(""))(%S+ %S+)') or key
          counts[label] = (counts[label] or 0) + 1
          if not oldest[label] or precedes(key, oldest[label]) then oldest[label] = key end
        end
        local most
        for label, key in pairs(oldest) do
          local more = most and counts[label] - counts[most] or 1
          if more > 0 or more == 0 and precedes(key, oldest[most]) then most = label end
        end
        redis.call('ZREM', 'kinetype:answers', oldest[most])
        redis.call('DEL', oldest[most])
      end
      for index = 4, #KEYS do
        redis.call('SET', KEYS[index], ARGV[index + 14], 'PX', lifetime + \(Self.grace))
        redis.call('ZADD', 'kinetype:answers', string.format('%.0f', now + lifetime * 1000), KEYS[index])
        redis.call('PEXPIREAT', 'kinetype:answers', string.format('%.0f', now / 1000 + lifetime + \(Self.grace)))
        -- Two for each that comes, so that a limit that was lowered is reached.
        forget()
        forget()
      end
      if turn then redis.call('DEL', 'kinetype:turn:{' .. name .. '}') end
      return answer('done')
      """
    case .list:
      """
      local limit, labels = tonumber(ARGV[5]), {}
      local function find(list, low, high, count)
        while count < limit do
          local page = redis.call('ZRANGEBYLEX', list, low, high, 'LIMIT', 0, limit)
          for _, name in ipairs(page) do
            local label = fields(name)
            if list == public and not index(name, label) then label = {} end
            if label[1] and count < limit then
              count = count + 1
              labels[#labels + 1] = {name, label}
            end
            low = '(' .. name
          end
          if #page < limit then break end
        end
        return count
      end
      if ARGV[6] == '1' then
        if not redis.call('HGET', store, 'indexed') then while look(1000) ~= '' do end end
        find(public, ARGV[7], ARGV[8], 0)
      end
      local count = 0
      for argument = 9, #ARGV - 1, 2 do count = find(names, ARGV[argument], ARGV[argument + 1], count) end
      return answer('is', labels)
      """
    case .sweep:
      """
      -- Where Redis has refused a change, it is tried whether it takes any again.
      if ARGV[5] == '1' then redis.call('HSET', store, 'epoch', epoch) end
      for _, name in ipairs(redis.call('ZRANGEBYSCORE', expiries, '-inf', now, 'LIMIT', 0, 500)) do
        if redis.call('EXISTS', 'kinetype:{' .. name .. '}') == 1 then fields(name) else drop(name, removed(), '-', '1') end
      end
      for _, key in ipairs(redis.call('ZRANGEBYSCORE', 'kinetype:answers', '-inf', now, 'LIMIT', 0, 500)) do
        redis.call('DEL', key)
        redis.call('ZREM', 'kinetype:answers', key)
      end
      look(100)
      return answer('is', redis.call('ZRANGE', expiries, 0, 0, 'WITHSCORES')[2] or '')
      """
    }
  }
}

extension RedisLabelStore {
  /// `keys` and `arguments` are those beyond what all scripts have.
  func run(
    _ script: RedisScript, keys: [String], arguments: [[UInt8]],
    _ completion: @escaping @Sendable (Result<RedisAnswer, LabelStoreError>) -> Void
  ) {
    let (known, highest) = state.withLock { ($0.scripts[script], $0.highestVersion) }
    let names = [RedisScript.store, RedisScript.names, RedisScript.expiries] + keys
    let newEpoch = String(UInt64.random(in: .min ... .max), radix: 36)
    let common = [newEpoch, "\(highest)", node, LabelMessage.channelPrefix(database: address.database)]
    let rest =
      [Array("\(names.count)".utf8)] + names.map { Array($0.utf8) } + common.map { Array($0.utf8) } + arguments
      + [Array((clock.measured.map { "\($0)" } ?? "").utf8)]
    send(script, known, rest, completion)
  }

  private func send(
    _ script: RedisScript, _ known: [UInt8]?, _ rest: [[UInt8]],
    _ completion: @escaping @Sendable (Result<RedisAnswer, LabelStoreError>) -> Void
  ) {
    guard let links = state.withLock({ $0.links }) else { return completion(.failure(.closed)) }
    let head = known.map { [Array("EVALSHA".utf8), $0] } ?? [Array("EVAL".utf8), Array(script.text.utf8)]
    links.commands.send(head + rest) { [self] result in
      switch result {
      case .success(.error(let text)) where text.hasPrefix("NOSCRIPT"):
        state.withLock { $0.scripts[script] = nil }
        send(script, nil, rest, completion)
      case .success(.error(let text)):
        let reason = "Redis answers: \(text)"
        if script == .write { note(refusal: reason) }
        completion(.failure(.unavailable(reason: reason)))
      case .failure(let failure): completion(.failure(LabelStoreError(failure)))
      case .success(let reply):
        guard let answer = RedisAnswer(reply) else { return completion(.failure(.strange)) }
        if known == nil { learn(script) }
        labelCount.store(answer.count, ordering: .relaxed)
        _ = take(epoch: answer.epoch, isMessage: false)
        completion(.success(answer))
      }
    }
  }

  /// Asks for the name by which Redis knows a script that it has just run, which is shorter than the script.
  private func learn(_ script: RedisScript) {
    guard let links = state.withLock({ $0.links }), state.withLock({ $0.scripts[script] == nil }) else { return }
    links.commands.send(["SCRIPT", "LOAD", script.text].map { Array($0.utf8) }) { [weak self] result in
      guard case .success(.bytes(let name)) = result else { return }
      self?.state.withLock { $0.scripts[script] = name }
    }
  }

  /// Notes which database answers or speaks; returns whether it is the one that is there now.
  ///
  /// A message may be of one before.
  func take(epoch: String, isMessage: Bool) -> Bool {
    let isOther = state.withLock { state -> Bool? in
      if state.epoch == epoch { return false }
      if isMessage, state.pastEpochs.contains(epoch) { return nil }
      defer { state.epoch = epoch }
      guard let past = state.epoch else { return false }
      state.pastEpochs.insert(past)
      state.pastEpochs.remove(epoch)
      return true
    }
    if isOther == true { reread(isOtherStore: true) }
    return isOther != nil
  }
}

extension RedisScript {
  /// What ``list`` is told: how many labels, whether public ones, and which others, by the bounds of their names.
  static func arguments(of query: LabelQuery) -> [[UInt8]] {
    let opened = query.opened.flatMap { pattern -> [[UInt8]] in
      let (low, high) = bounds(of: pattern, after: query.after)
      return [low, high]
    }
    let (low, high) = bounds(of: NamePattern(prefix: query.prefix), after: query.after)
    return [Array("\(query.limit)".utf8), Array(query.includesPublic ? "1".utf8 : "0".utf8), low, high] + opened
  }

  /// The first and the last name, as `ZRANGEBYLEX` has them.
  private static func bounds(of pattern: NamePattern, after: String?) -> (low: [UInt8], high: [UInt8]) {
    let text = Array(pattern.text.utf8)
    let first = Array("[".utf8) + text
    // No byte of a name is higher.
    let high = !pattern.isPrefix ? first : text.isEmpty ? Array("+".utf8) : first + [0xFF]
    if let after, !after.utf8.lexicographicallyPrecedes(text) { return (Array("(\(after)".utf8), high) }
    return (text.isEmpty ? Array("-".utf8) : first, high)
  }
}

extension LabelStoreError {
  /// For what no script of this version answers.
  static let strange = LabelStoreError.unavailable(reason: "Redis answers what another version of the service writes")

  init(_ failure: RedisFailure) {
    let doubt = failure.mayHaveBeenDone ? "; what was asked for may have been done" : ""
    self = .unavailable(reason: failure.reason + doubt)
  }
}
