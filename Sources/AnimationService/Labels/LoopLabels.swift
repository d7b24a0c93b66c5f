import MicroHTTP

/// The labels that streams of one loop show, each told to all of them on the loop's own queue: nobody locks or waits for
/// a frame.
final class LoopLabels {
  /// Has the loop run a block; set before the first label is watched.
  var runOnLoop: LoopMailbox<LabelNews>.Runner

  private let directory: LabelDirectory
  private let context: ServiceContext
  private var mailbox: LabelMailbox?
  private var watches: [String: Watch] = [:]
  private var nextNumber = 0

  /// Who watches a label, and what was last said of it.
  private struct Watch {
    let name: LabelName
    var news: LabelNews?
    var receivers: [Int: (LabelNews) -> Void] = [:]
  }

  init(_ directory: LabelDirectory, _ context: ServiceContext, runOnLoop: @escaping LoopMailbox<LabelNews>.Runner) {
    self.directory = directory
    self.context = context
    self.runOnLoop = runOnLoop
  }

  deinit {
    guard let mailbox else { return }
    for watch in watches.values { directory.unwatch(watch.name, by: mailbox) }
  }
}

/// The right to hear no more of a label.
struct LabelWatch {
  fileprivate let name: LabelName
  fileprivate let number: Int
}

extension LoopLabels {
  /// Tells what a label is, at once where the loop knows it, and then each change in its order, once.
  ///
  /// - Parameters:
  ///   - name: The label's.
  ///   - reader: Who is charged for what preparing it takes.
  ///   - receive: Called on the loop.
  /// - Returns: What ends it.
  func watch(
    _ name: LabelName, for reader: WorkAccount? = nil, _ receive: @escaping (LabelNews) -> Void
  ) -> LabelWatch {
    nextNumber += 1
    let isFirst = watches[name.description] == nil
    watches[name.description, default: Watch(name: name)].receivers[nextNumber] = receive
    if isFirst {
      directory.watch(name, by: ownMailbox, for: reader, in: context)
    } else if let news = watches[name.description]?.news {
      receive(news)
    }
    return LabelWatch(name: name, number: nextNumber)
  }

  /// Tells no more.
  func end(_ watch: LabelWatch) {
    let name = watch.name.description
    watches[name]?.receivers[watch.number] = nil
    guard let left = watches[name], left.receivers.isEmpty, let mailbox else { return }
    watches[name] = nil
    directory.unwatch(watch.name, by: mailbox)
  }

  private var ownMailbox: LabelMailbox {
    if let mailbox { return mailbox }
    let made = LabelMailbox(by: runOnLoop) { [weak self] in self?.take($0) }
    mailbox = made
    return made
  }

  private func take(_ news: LabelNews) {
    guard let watch = watches[news.name], news.isNewer(than: watch.news) else { return }
    watches[news.name]?.news = news
    for number in watch.receivers.keys.sorted() { watches[news.name]?.receivers[number]?(news) }
  }
}

extension LabelNews {
  /// Whether it says something that the other did not.
  fileprivate func isNewer(than other: LabelNews?) -> Bool {
    guard let other else { return true }
    return switch (self, other) {
    case (.shows(let label), .shows(let before)):
      (label.generation, label.version) > (before.generation, before.version)
    case (.shows(let label), .gone(_, let version?, _)): label.version > version
    case (.gone, .gone): false
    case (.gone(_, let version?, _), .shows(let before)): version >= before.version
    default: true
    }
  }
}

/// A loop's ear at the store.
private final class LabelMailbox: LabelWatcher {
  private let mailbox: LoopMailbox<LabelNews>

  init(by runOnLoop: @escaping LoopMailbox<LabelNews>.Runner, _ receive: @escaping (LabelNews) -> Void) {
    mailbox = LoopMailbox(by: runOnLoop, receive)
  }

  func receive(_ news: LabelNews) { mailbox.send(news) }
}
