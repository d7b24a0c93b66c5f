import Dispatch
import Glibc
import LabelStore

// A process of its own on a file of labels, for tests that kill it, and to measure.

func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = unsafe write(STDOUT_FILENO, bytes, bytes.count)
}

/// Adds one to a label's number, and waits for the outcome.
func add(to name: String, in store: LocalLabelStore, padding: Int = 0) -> Result<LabelOutcome, LabelStoreError> {
  let done = DispatchSemaphore(value: 0)
  nonisolated(unsafe) var outcome: Result<LabelOutcome, LabelStoreError> = .failure(.unavailable(reason: "nothing"))
  store.update(name, key: nil) { label, _ in
    let number = (label.flatMap { Int(String(decoding: $0.state, as: UTF8.self).prefix { $0 != " " }) } ?? 0) + 1
    return .replace(
      state: Array("\(number) ".utf8) + Array(repeating: 0, count: padding), expiry: nil, isPrivate: false)
  } _: {
    unsafe outcome = $0
    done.signal()
  }
  done.wait()
  return unsafe outcome
}

/// Whether a label could be deleted.
func remove(_ name: String, in store: LocalLabelStore) -> Bool {
  let done = DispatchSemaphore(value: 0)
  nonisolated(unsafe) var isDone = false
  store.update(name, key: nil) { _, _ in
    .delete
  } _: { outcome in
    if case .success = outcome { unsafe isDone = true }
    done.signal()
  }
  done.wait()
  return unsafe isDone
}

/// Adds to ten labels from ten threads without end, and says each version that was acknowledged.
func addForever(in store: LocalLabelStore) {
  let all = DispatchGroup()
  for thread in 0..<10 {
    DispatchQueue(label: "writer").async(group: all) {
      while case .success(let outcome) = add(to: "label-\(thread)", in: store) {
        say("\(thread) \(outcome.label?.version ?? 0)")
      }
    }
  }
  all.wait()
}

/// Adds labels until there is no room for a larger file, then has the system allow one.
func fill(_ store: LocalLabelStore, limit: Int) {
  func allow(_ bytes: rlim_t) {
    var limit = rlimit()
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    limit.rlim_cur = bytes
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  }
  allow(rlim_t(limit))
  var count = 0
  while case .success = add(to: "label-\(count)", in: store, padding: 5000) { count += 1 }
  for attempt in 0..<3 {
    if case .failure(let error) = add(to: "more-\(attempt)", in: store, padding: 5000) { say("\(error)") }
  }
  if remove("label-1", in: store) { say("removed") }
  say("full \(count)")
  allow(rlim_t.max)
  // Nobody asks for a change meanwhile.
  while store.trouble != nil { usleep(10_000) }
  say("writable")
  if case .success = add(to: "label-0", in: store, padding: 5000) { say("again") }
}

/// Changes labels, of which 100 wait at most, and waits for all.
func change(_ store: LocalLabelStore, count: Int, atOnce: Int, name: (Int) -> String) {
  let room = DispatchSemaphore(value: atOnce)
  for index in 0..<count {
    room.wait()
    store.update(name(index), key: nil) { _, _ in
      .replace(state: Array(repeating: 1, count: 700), expiry: nil, isPrivate: false)
    } _: { _ in
      room.signal()
    }
  }
  for _ in 0..<atOnce { room.wait() }
  for _ in 0..<atOnce { room.signal() }
}

/// Says what a change takes, one after another and where 100 wait.
func measure(_ store: LocalLabelStore) {
  for atOnce in [1, 100] {
    let took = ContinuousClock().measure { change(store, count: 20_000, atOnce: atOnce) { "label-\($0 % 100)" } }
    say("\(atOnce) at once: \(took / 20_000) a change")
  }
}

let arguments = CommandLine.arguments
do throws(LabelFileError) {
  let durability = arguments.contains("full") ? LabelFile.Durability.full : .normal
  let start = ContinuousClock.now
  let store = try LocalLabelStore(LabelFile(path: arguments[2], durability: durability))
  say("open \(store.count) \(ContinuousClock.now - start)")
  switch arguments[1] {
  case "add": addForever(in: store)
  case "fill": fill(store, limit: 1 << 20)
  case "measure": measure(store)
  case "many": change(store, count: 100_000, atOnce: 100) { "label-\($0)" }
  default: while readLine() != nil {}
  }
  store.close()
} catch {
  say("\(error)")
  exit(1)
}
