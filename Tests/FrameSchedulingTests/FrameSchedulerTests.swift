import Dispatch
import FrameScheduling
import Testing

@Suite(.timeLimit(.minutes(10))) struct FrameSchedulerTests {
  private let queue = DispatchQueue(label: "loop")

  @Test func `streams are stepped when they are due and not much before`() async {
    let earliness = await withCheckedContinuation { continuation in
      queue.async { [queue] in
        let scheduler = FrameScheduler(queue: queue)
        let start = MonotonicTime.now
        var steps: [Duration] = []
        let stream = Scripted { now in
          steps.append(now - (start + .milliseconds(5 * steps.count)))
          if steps.count < 4 { return start + .milliseconds(5 * steps.count) }
          continuation.resume(returning: steps)
          // The scheduler lives as long as the closure that names it.
          return scheduler.count == 1 ? nil : now
        }
        scheduler.add(stream, due: start)
      }
    }
    #expect(earliness.count == 4)
    #expect(earliness.allSatisfy { $0 >= .milliseconds(-1) })
  }

  @Test func `a finished stream is forgotten`() async {
    let counts = await withCheckedContinuation { continuation in
      queue.async { [queue] in
        let scheduler = FrameScheduler(queue: queue)
        var counts: [Int] = []
        scheduler.add(Scripted { _ in nil }, due: .now)
        counts.append(scheduler.count)
        scheduler.add(
          Scripted { _ in
            counts.append(scheduler.count)
            continuation.resume(returning: counts)
            return nil
          }, due: .now + .milliseconds(3))
      }
    }
    #expect(counts == [1, 1])
  }

  @Test func `a place that is left is taken by who comes next`() {
    let scheduler = FrameScheduler(queue: queue)
    var streams: [Scripted] = []
    for _ in 0..<1000 {
      if streams.count == 3 { scheduler.remove(streams.removeFirst()) }
      streams.append(Scripted { _ in nil })
      if let stream = streams.last { scheduler.add(stream, due: .max) }
    }
    let places = Mirror(reflecting: scheduler).descendant("streams") as? [(any ScheduledStream)?]
    #expect(places?.count == 3)
  }

  @Test func `a wake steps at once and leaves one deadline`() async {
    let log = await withCheckedContinuation { continuation in
      queue.async { [queue] in
        let scheduler = FrameScheduler(queue: queue, slack: .zero)
        let soon = MonotonicTime.now + .milliseconds(4)
        var (log, isWaking) = ([String](), true)
        let stream = Scripted { now in
          log.append(isWaking ? "woken" : now < soon ? "early" : "due")
          return isWaking ? soon : .max
        }
        scheduler.add(stream, due: .max)
        for _ in 0..<3 { scheduler.wake(stream) }
        isWaking = false
        scheduler.wake(Scripted { _ in nil })
        scheduler.add(
          Scripted { _ in
            continuation.resume(returning: log + ["\(scheduler.count)"])
            scheduler.remove(stream)
            return nil
          }, due: soon + .milliseconds(4))
      }
    }
    #expect(log == ["woken", "woken", "woken", "due", "2"])
  }

  @Test func `a removed stream is not stepped, even if it asks for more`() async {
    let log = await withCheckedContinuation { continuation in
      queue.async { [queue] in
        let scheduler = FrameScheduler(queue: queue)
        var log: [String] = []
        let removed = Scripted { _ in
          log.append("removed")
          return .now
        }
        var leaving: Scripted?
        leaving = Scripted { now in
          log.append("leaving")
          if let stream = leaving { scheduler.remove(stream) }
          leaving = nil
          return now
        }
        scheduler.add(removed, due: .now + .milliseconds(1))
        if let leaving { scheduler.add(leaving, due: .now) }
        scheduler.remove(removed)
        scheduler.add(
          Scripted { _ in
            continuation.resume(returning: log)
            return scheduler.count == 1 ? nil : .now
          }, due: .now + .milliseconds(4))
      }
    }
    #expect(log == ["leaving"])
  }

  @Test func `what a step does to a stream whose turn has come counts`() async {
    let log = await withCheckedContinuation { continuation in
      queue.async { [queue] in
        let scheduler = FrameScheduler(queue: queue)
        let start = MonotonicTime.now
        var log: [String] = []
        let removed = Scripted { _ in
          log.append("removed")
          return nil
        }
        let woken = Scripted { _ in
          log.append("woken")
          return start + .seconds(60)
        }
        scheduler.add(
          Scripted { _ in
            scheduler.remove(removed)
            scheduler.wake(woken)
            log.append("first")
            return nil
          }, due: start)
        scheduler.add(removed, due: start)
        scheduler.add(woken, due: start)
        scheduler.runDue()
        let nextIn = (scheduler.nextDeadline?.uptimeNanoseconds).map { Int64($0) - start.nanoseconds }
        continuation.resume(returning: log + ["\(scheduler.count)", "\(nextIn ?? 0)"])
      }
    }
    #expect(log == ["woken", "first", "1", "60000000000"])
  }

  @Test func `a stream whose turn comes soon may fetch what it needs`() async {
    let fetched = await withCheckedContinuation { continuation in
      queue.async { [queue] in
        let scheduler = FrameScheduler(queue: queue)
        let streams = (0..<10).map { _ in Fetching() }
        for stream in streams { scheduler.add(stream, due: .now) }
        scheduler.runDue()
        continuation.resume(returning: streams.map(\.log))
      }
    }
    #expect(fetched == [["step"]] + Array(repeating: ["fetch", "step"], count: 9))
  }

  @Test func `a stream that is always late neither starves its queue nor the other streams`() async {
    let steps = await withCheckedContinuation { continuation in
      queue.async { [queue] in
        let scheduler = FrameScheduler(queue: queue, stepsPerTick: 8)
        let other = DispatchSource.makeUserDataAddSource(queue: queue)
        var (greedy, modest) = (0, 0)
        let stream = Scripted { _ in
          greedy += 1
          if greedy == 1 { other.add(data: 1) }
          return .zero
        }
        scheduler.add(stream, due: .zero)
        scheduler.add(
          Scripted { now in
            modest += 1
            return now
          }, due: .now)
        other.setEventHandler {
          other.cancel()
          scheduler.remove(stream)
          continuation.resume(returning: [greedy, modest])
        }
        other.activate()
      }
    }
    #expect(steps[0] <= 64)
    #expect(abs(steps[0] - steps[1]) <= 1)
  }

  @Test func `an attended scheduler steps when it is told to, and by itself once it is left alone`() async {
    let log = await withCheckedContinuation { continuation in
      queue.async { [queue] in
        let scheduler = FrameScheduler(queue: queue, stepsPerTick: 1)
        let later = DispatchSource.makeTimerSource(queue: queue)
        var log: [String] = []
        scheduler.isAttended = true
        scheduler.add(
          Scripted { _ in
            log.append("step")
            guard log.count == 4 else { return .now }
            continuation.resume(returning: log)
            return scheduler.count == 1 ? nil : .now
          }, due: .now)
        later.setEventHandler {
          later.cancel()
          let isDue = scheduler.nextDeadline.map { $0 <= .now() } ?? false
          log.append(isDue ? "still due" : "not due")
          scheduler.runDue()
          log.append("left alone")
          scheduler.isAttended = false
        }
        later.schedule(deadline: .now() + .milliseconds(4))
        later.activate()
      }
    }
    #expect(log == ["still due", "step", "left alone", "step"])
  }

  @Test func `whoever is told of the timer does what is due`() async {
    let log = await withCheckedContinuation { continuation in
      queue.async { [queue] in
        let scheduler = FrameScheduler(queue: queue)
        var log: [String] = []
        scheduler.add(
          Scripted { _ in
            log.append("step")
            return nil
          }, due: .now)
        scheduler.onTimer = {
          scheduler.onTimer = nil
          log.append("timer")
          scheduler.runDue()
          continuation.resume(returning: log + ["\(scheduler.count)"])
        }
      }
    }
    #expect(log == ["timer", "step", "0"])
  }

  @Test func `nothing is stepped after the scheduler is gone`() async {
    let stepped = await withCheckedContinuation { continuation in
      queue.async { [queue] in
        var stepped = false
        var scheduler: FrameScheduler? = FrameScheduler(queue: queue)
        scheduler?.add(
          Scripted { _ in
            stepped = true
            return nil
          }, due: .now + .milliseconds(1))
        scheduler = nil
        let later = DispatchSource.makeTimerSource(queue: queue)
        later.setEventHandler {
          later.cancel()
          continuation.resume(returning: stepped)
        }
        later.schedule(deadline: .now() + .milliseconds(4))
        later.activate()
      }
    }
    #expect(!stepped)
  }
}

extension MonotonicTime {
  fileprivate static let max = MonotonicTime(nanoseconds: .max)
}

/// A stream whose steps are a closure.
private final class Scripted: ScheduledStream {
  private let body: (MonotonicTime) -> MonotonicTime?

  init(_ body: @escaping (MonotonicTime) -> MonotonicTime?) { self.body = body }

  func step(at now: MonotonicTime) -> MonotonicTime? { body(now) }
}

private final class Fetching: ScheduledStream {
  private(set) var log: [String] = []

  func prefetch() { log.append("fetch") }

  func step(at now: MonotonicTime) -> MonotonicTime? {
    log.append("step")
    return nil
  }
}
