import System
import MicroHTTP

/// Who asks, as far as limits are concerned.
enum Caller: Hashable, Sendable {
  /// An IPv4 address, or an IPv6 network of 64 bits.
  case address(IPAddress)
  /// The holder of the key with this name, from wherever.
  case key(String)
}
