/// Why a certificate and its key cannot be used.
public struct TLSIdentityError: Error, Equatable, Sendable {
  /// The file to look at.
  public enum File: Sendable { case certificate, key }

  /// The file to look at.
  public var file: File
  /// What is wrong with it, without its name.
  public var reason: String
}
