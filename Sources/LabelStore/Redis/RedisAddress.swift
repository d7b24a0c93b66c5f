import System

/// Where Redis is, as whom to ask it, and in which of its databases labels lie.
package struct RedisAddress: Sendable, Equatable {
  enum Server: Sendable, Equatable {
    case host(String, port: Int, isSecure: Bool)
    case path(String)
  }

  let server: Server
  let user: String?
  let password: String?
  let database: Int

  /// Reads `redis://user:password@host:port/database`, `rediss://` for TLS, or `unix:/path?db=1&user=…&password=…`.
  ///
  /// Only the host or path must be given: the port is 6379 and the database 0.
  package init(_ text: String) throws(RedisAddressError) {
    guard let colon = text.firstIndex(of: ":") else { throw .unknownScheme }
    let rest = text[text.index(after: colon)...]
    switch text[..<colon].lowercased() {
    case "redis": try self.init(afterScheme: rest, isSecure: false)
    case "rediss": try self.init(afterScheme: rest, isSecure: true)
    case "unix", "redis+unix": try self.init(path: rest)
    default: throw .unknownScheme
    }
  }
}

/// Why a text is no address of Redis.
///
/// It quotes nothing of the text, which may hold a password, maybe in an unexpected place.
package struct RedisAddressError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The end of a sentence.
  package let reason: String

  package var description: String { reason }

  fileprivate static let unknownScheme = RedisAddressError(
    reason: "an address of Redis begins with redis://, rediss:// (with TLS) or unix:/")
  fileprivate static let delimiter = RedisAddressError(
    reason: "`/`, `?`, `#`, `@`, `:` and `%` of a user or password are written %2F, %3F, %23, %40, %3A and %25")
}

extension RedisAddress: CustomStringConvertible {
  /// The address without its password.
  package var description: String {
    switch server {
    case .host(let host, let port, let isSecure):
      let name = user.map { "\(Self.encoded($0))@" } ?? ""
      return "redis\(isSecure ? "s" : "")://\(name)\(host.contains(":") ? "[\(host)]" : host):\(port)/\(database)"
    case .path(let path):
      return "unix:\(Self.encoded(path))\(database == 0 ? "" : "?db=\(database)")"
    }
  }

  /// A text with all bytes percent-encoded that may mean anything else in an address.
  private static func encoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { encoded, byte in
      let character = Character(Unicode.Scalar(byte))
      let isPlain = byte < 0x80 && (character.isLetter || character.isNumber || "-._~/".contains(character))
      encoded += isPlain ? String(character) : (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }
  }
}

// MARK: - Reading

extension RedisAddress {
  private init(afterScheme text: Substring, isSecure: Bool) throws(RedisAddressError) {
    guard text.hasPrefix("//") else { throw .unknownScheme }
    let rest = text.dropFirst(2)
    let authority = rest.prefix { !"/?#".contains($0) }
    let path = rest[authority.endIndex...]
    // An `@` behind the host is of a password that is not written as it must be.
    guard !path.contains("@") else { throw .delimiter }
    guard path.isEmpty || path.hasPrefix("/") else {
      throw RedisAddressError(reason: "only a database, such as `/1`, may follow the host")
    }
    let at = authority.lastIndex(of: "@")
    (user, password) = try Self.credentials(at.map { authority[..<$0] } ?? "")
    server = try Self.server(at.map { authority[authority.index(after: $0)...] } ?? authority, isSecure: isSecure)
    database = try Self.database(path.dropFirst())
  }

  private init(path text: Substring) throws(RedisAddressError) {
    let halves = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    // `unix:///path` has an empty host.
    let path = try Self.decoded(halves[0].hasPrefix("///") ? halves[0].dropFirst(2) : halves[0])
    guard path.hasPrefix("/"), !path.hasPrefix("//"), path.utf8.count <= 107 else {
      throw RedisAddressError(reason: "unix: is followed by the path of a socket, from `/` on, of at most 107 bytes")
    }
    var values: [Substring: Substring] = [:]
    for part in halves.dropFirst().joined().split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, ["db", "user", "password"].contains(pair[0]), values[pair[0]] == nil else {
        throw RedisAddressError(reason: "a path may be followed by `?db=`, `user=` and `password=`, each once")
      }
      values[pair[0]] = pair[1]
    }
    server = .path(path)
    (user, password) = try Self.checked(user: values["user"] ?? "", password: values["password"])
    database = try Self.database(values["db"] ?? "")
  }

  private static func credentials(_ text: Substring) throws(RedisAddressError) -> (String?, String?) {
    guard !text.contains("@") else { throw .delimiter }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2 else { throw .delimiter }
    return try checked(user: parts.first ?? "", password: parts.count == 2 ? parts[1] : nil)
  }

  private static func checked(
    user: Substring, password: Substring?
  ) throws(RedisAddressError) -> (String?, String?) {
    let password = try decoded(password ?? "")
    guard !password.isEmpty || user.isEmpty else {
      throw RedisAddressError(reason: "a user has a password; one without a user is written redis://:password@host")
    }
    return (user.isEmpty ? nil : try decoded(user), password.isEmpty ? nil : password)
  }

  private static func server(_ text: Substring, isSecure: Bool) throws(RedisAddressError) -> Server {
    var host = text.prefix { $0 != ":" }
    var rest = text[host.endIndex...]
    if text.hasPrefix("[") {
      host = text.dropFirst().prefix { $0 != "]" }
      rest = text[host.endIndex...].dropFirst()
      guard text[host.endIndex...].hasPrefix("]"), IPAddress(host) != nil, host.contains(":") else {
        throw RedisAddressError(reason: "brackets hold an IPv6 address, such as redis://[::1]:6379")
      }
    }
    guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "%") }) else {
      throw RedisAddressError(reason: "there is no host in it, or one with characters that no host has")
    }
    guard !rest.isEmpty else { return .host(String(host), port: 6379, isSecure: isSecure) }
    guard rest.hasPrefix(":"), let port = number(rest.dropFirst()), (1...65_535).contains(port) else {
      throw RedisAddressError(reason: "the port is a number from 1 to 65535, and an IPv6 address stands in brackets")
    }
    return .host(String(host), port: port, isSecure: isSecure)
  }

  private static func database(_ text: Substring) throws(RedisAddressError) -> Int {
    guard let database = text.isEmpty ? 0 : number(text) else {
      throw RedisAddressError(reason: "the database is a number, such as redis://host/1, and nothing follows it")
    }
    return database
  }

  private static func number(_ text: Substring) -> Int? {
    text.utf8.count <= 5 && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }

  /// A text with its percent-encodings put back (RFC 3986 section 2.1).
  private static func decoded(_ text: Substring) throws(RedisAddressError) -> String {
    let parts = text.utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
    var bytes = Array(parts.first ?? "".utf8[...])
    for part in parts.dropFirst() {
      let digits = part.prefix(2)
      guard digits.count == 2, digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-"),
        let byte = UInt8(String(Substring(digits)), radix: 16)
      else { throw RedisAddressError.delimiter }
      bytes.append(byte)
      bytes += part.dropFirst(2)
    }
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw RedisAddressError(reason: "user, password and path are UTF-8")
    }
    return text
  }
}

/// What a connection to Redis waits for, and whom it trusts.
package struct RedisLimits: Sendable, Equatable {
  /// How long an attempt to connect may take, from the name to the first answer.
  package var connecting: Duration
  /// How long Redis may take for a command; a connection on which it takes longer is cut.
  package var command: Duration
  /// After how long a silence Redis is asked whether it is there.
  package var idle: Duration
  /// The longest wait between two attempts to connect.
  package var reconnecting: Duration
  /// The most bytes of commands that wait for their replies, 256 for each beside its own.
  package var waiting: Int
  /// A file of PEM with the authorities that may sign Redis' certificate; `nil` for the system's.
  package var authorities: String?

  package init(
    connecting: Duration = .seconds(5), command: Duration = .seconds(2), idle: Duration = .seconds(1),
    reconnecting: Duration = .seconds(1), waiting: Int = 16 << 20, authorities: String? = nil
  ) {
    self.connecting = connecting
    self.command = command
    self.idle = idle
    self.reconnecting = reconnecting
    self.waiting = waiting
    self.authorities = authorities
  }
}
