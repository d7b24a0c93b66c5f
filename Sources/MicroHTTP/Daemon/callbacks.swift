import CGnuTLS
import CMicrohttpd

// libmicrohttpd's callbacks. They are global functions, because a closure may be taken for main-actor code, and only find
// the object to call. Objects pass through C as unmanaged pointers: a connection is retained from its first notice to its
// last.

/// A connection has been accepted or is about to be closed.
func notifyConnection(
  context: UnsafeMutableRawPointer?, handle: OpaquePointer?, slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  code: MHD_ConnectionNotificationCode
) {
  guard let context = unsafe context, let handle = unsafe handle, let slot = unsafe slot else { return }
  unsafe Unmanaged<EventLoop>.fromOpaque(context)._withUnsafeGuaranteedRef { loop in
    loop.noteProgress()
    switch code {
    case .CONNECTION_NOTIFY_STARTED:
      let connection = unsafe Connection(handle: handle, loop: loop)
      unsafe slot.pointee = Unmanaged.passRetained(connection).toOpaque()
      loop.add(connection)
    case .CONNECTION_NOTIFY_CLOSED:
      guard let opaque = unsafe slot.pointee else { return }
      unsafe slot.pointee = nil
      loop.remove(unsafe Unmanaged<Connection>.fromOpaque(opaque).takeRetainedValue())
    }
  }
}

/// A request line has arrived; what is returned comes back with every further call about this request.
func beginRequest(
  context: UnsafeMutableRawPointer?, target: UnsafePointer<CChar>?, handle: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  guard let handle = unsafe handle, let opaque = unsafe cmicrohttpd_socket_context(handle) else { return nil }
  unsafe Unmanaged<Connection>.fromOpaque(opaque)._withUnsafeGuaranteedRef { connection in
    unsafe connection.beginRequest(target: target)
  }
  return unsafe opaque
}

/// A head, a piece of a body, or the end of a request has arrived.
func handleRequest(
  context: UnsafeMutableRawPointer?, handle: OpaquePointer?, url: UnsafePointer<CChar>?,
  method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?, bytes: UnsafePointer<CChar>?,
  count: UnsafeMutablePointer<Int>?, slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let opaque = unsafe slot?.pointee, let method = unsafe method, let count = unsafe count else { return .NO }
  return unsafe Unmanaged<Connection>.fromOpaque(opaque)._withUnsafeGuaranteedRef { connection in
    connection.loop.noteProgress()
    guard connection.request.head != nil else { return unsafe connection.takeHead(method: method, version: version) }
    guard unsafe count.pointee > 0 else { return connection.answer() }
    let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: count.pointee)
    unsafe count.pointee = 0
    return unsafe connection.takeBody(piece.bindMemory(to: UInt8.self).span)
  }
}

/// libmicrohttpd is about to answer a request that it does not understand, maybe on a connection of somebody else.
func refuseRequest(context: UnsafeMutableRawPointer?, handle: OpaquePointer?, status: UInt32) {
  guard let context = unsafe context, let handle = unsafe handle else { return }
  unsafe Unmanaged<EventLoop>.fromOpaque(context)._withUnsafeGuaranteedRef { loop in
    guard let connection = loop.connections[unsafe cmicrohttpd_socket(handle)], unsafe connection.handle == handle
    else { return }
    connection.refuseUnparsed(status: status)
  }
}

/// A handshake waits, maybe one of somebody else, who may mean another thing by the same number.
func awaitHandshake(
  context: UnsafeMutableRawPointer?, socket: Int32, session: gnutls_session_t?, isWriting: Int32
) {
  guard let context = unsafe context, let session = unsafe session else { return }
  unsafe Unmanaged<EventLoop>.fromOpaque(context)._withUnsafeGuaranteedRef { loop in
    guard let connection = loop.connections[socket], unsafe connection.speaks(by: session) else { return }
    connection.awaitHandshake(isWriting: isWriting == 1)
  }
}

func completeRequest(
  context: UnsafeMutableRawPointer?, handle: OpaquePointer?, slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  code: MHD_RequestTerminationCode
) {
  guard let opaque = unsafe slot?.pointee else { return }
  unsafe Unmanaged<Connection>.fromOpaque(opaque)._withUnsafeGuaranteedRef { connection in
    connection.loop.noteProgress()
    connection.endRequest(code)
  }
}

func followField(
  context: UnsafeMutableRawPointer?, kind: MHD_ValueKind, name: UnsafePointer<CChar>?, nameCount: Int,
  value: UnsafePointer<CChar>?, valueCount: Int
) -> MHD_Result {
  guard let context = unsafe context else { return .NO }
  unsafe context.assumingMemoryBound(to: HeadLayout.self).pointee.appendField(
    name: UInt(bitPattern: name), nameCount: nameCount, value: UInt(bitPattern: value), valueCount: valueCount)
  return .YES
}

func collectField(
  context: UnsafeMutableRawPointer?, kind: MHD_ValueKind, name: UnsafePointer<CChar>?, nameCount: Int,
  value: UnsafePointer<CChar>?, valueCount: Int
) -> MHD_Result {
  guard let context = unsafe context else { return .NO }
  let name = unsafe UnsafeRawBufferPointer(start: name, count: nameCount)
  let value = unsafe UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueCount)
  unsafe context.assumingMemoryBound(to: RequestHead.self).pointee.append(
    name: name.bindMemory(to: UInt8.self).span, value: value.bindMemory(to: UInt8.self).span)
  return .YES
}

func readPiece(
  context: UnsafeMutableRawPointer?, position: UInt64, bytes: UnsafeMutablePointer<CChar>?, capacity: Int
) -> Int {
  guard let context = unsafe context else { return MHD_CONTENT_READER_END_WITH_ERROR }
  let memory = unsafe UnsafeMutableRawBufferPointer(start: bytes, count: capacity)
  return unsafe Unmanaged<PieceReader>.fromOpaque(context)._withUnsafeGuaranteedRef { unsafe $0.read(into: memory) }
}

func releasePieces(context: UnsafeMutableRawPointer?) {
  guard let context = unsafe context else { return }
  unsafe Unmanaged<PieceReader>.fromOpaque(context).release()
}

func releaseBytes(context: UnsafeMutableRawPointer?) {
  guard let context = unsafe context else { return }
  unsafe Unmanaged<ResponseBytes>.fromOpaque(context).release()
}

/// Gives GnuTLS the certificate and key for one handshake.
///
/// It does not copy them, so the connection holds them as long as the session lives; libmicrohttpd frees the session
/// before it gives its last notice of the connection.
func chooseCertificate(
  session: gnutls_session_t?, authorities: UnsafePointer<gnutls_datum_t>?, authorityCount: Int32,
  algorithms: UnsafePointer<gnutls_pk_algorithm_t>?, algorithmCount: Int32,
  chain: UnsafeMutablePointer<UnsafeMutablePointer<gnutls_pcert_st>?>?, count: UnsafeMutablePointer<UInt32>?,
  key: UnsafeMutablePointer<gnutls_privkey_t?>?
) -> Int32 {
  // libmicrohttpd has put its connection there.
  guard let opaque = unsafe gnutls_session_get_ptr(session),
    let context = unsafe cmicrohttpd_socket_context(OpaquePointer(opaque)),
    let identity = unsafe Unmanaged<Connection>.fromOpaque(context)._withUnsafeGuaranteedRef({ $0.chooseIdentity() }),
    let chain = unsafe chain, let count = unsafe count, let key = unsafe key
  else { return -1 }
  unsafe chain.pointee = identity.chain.certificates
  unsafe count.pointee = identity.chain.count
  unsafe key.pointee = identity.key.handle
  return 0
}

/// Checks that the parts of a request's head stand right behind each other in libmicrohttpd's buffer.
///
/// libmicrohttpd 0.9.75 ends a head at a line whose name is empty or begins with NUL, cuts values at NUL, joins folded
/// lines and takes a bare LF for CR LF. It reports none of these, but each leaves a gap, or shifts what follows.
/// Only `:` LF and NUL LF are as long as the CR LF that they are taken for, and are not found.
///
/// Names and values end at the first NUL, and so does each line. Of two whole heads with the same bytes in that buffer all
/// parts are therefore the same.
struct HeadLayout {
  /// Where the next part must stand.
  private(set) var next: UInt
  private var isExact = true

  init(start: UInt = 0) {
    next = start
  }

  /// Takes the next part, which begins at `address` and is followed by a `delimiter` of so many bytes.
  mutating func append(at address: UInt, count: Int, delimiter: Int) {
    if address != next { isExact = false }
    next = address &+ UInt(count + delimiter)
  }

  /// Takes the next field line; white space may stand before the value.
  mutating func appendField(name: UInt, nameCount: Int, value: UInt, valueCount: Int) {
    append(at: name, count: nameCount, delimiter: 1)
    next = max(next, value)
    append(at: value, count: valueCount, delimiter: 2)
  }

  /// Whether the head has nothing but the parts taken and the empty line.
  func isWhole(end: UInt) -> Bool {
    isExact && next &+ 2 == end
  }
}
