import Dispatch
import Glibc
import LabelStore
import Synchronization
import System

/// A server that says what a test has it say, whatever it is told: to each connection the next text, then nothing.
final class FakeRedis: Sendable {
  private let folder = TemporaryFolder()
  private let listener: Int32
  private let texts: Mutex<[String]>
  private let clients = Mutex<[Int32]>([])

  /// Listens; once all texts are said, connections are taken and left in silence.
  init(_ texts: String...) throws {
    self.texts = Mutex(texts)
    try folder.make()
    let address = SocketAddress(path: folder.path("fake"))
    listener = try address?.makeSocket() ?? -1
    try address?.bind(listener, host: "", port: 0)
    _ = fcntl(listener, F_SETFL, 0)
    listen(listener, 10)
    DispatchQueue(label: "fake").async { [weak self, listener] in
      while case let client = accept(listener, nil, nil), client >= 0, let self { serve(client) }
    }
  }

  deinit {
    Socket.cut(listener)
    close(listener)
    clients.withLock { for client in $0 { close(client) } }
  }

  var address: RedisAddress { get throws { try RedisAddress("unix:\(folder.path("fake"))") } }

  private func serve(_ client: Int32) {
    clients.withLock { $0.append(client) }
    guard let text = texts.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
    _ = unsafe Array(text.utf8).withUnsafeBytes { unsafe send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
  }
}
