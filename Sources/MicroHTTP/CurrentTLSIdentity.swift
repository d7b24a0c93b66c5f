import Synchronization

/// The identity that each new handshake shows; it may change while a server runs.
///
/// What runs already keeps what it began with.
public final class CurrentTLSIdentity: Sendable {
  private let identity: Mutex<TLSIdentity>

  /// Begins with one.
  public init(_ identity: TLSIdentity) {
    self.identity = Mutex(identity)
  }

  /// What the next handshake shows.
  public var value: TLSIdentity {
    get { identity.withLock { $0 } }
    set { identity.withLock { $0 = newValue } }
  }
}
