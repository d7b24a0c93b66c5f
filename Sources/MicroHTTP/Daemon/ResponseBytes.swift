/// Bytes that responses share; libmicrohttpd holds one reference for each of them.
@safe
final class ResponseBytes {
  let buffer: UnsafeMutableRawBufferPointer

  /// Copies the bytes to where they stay.
  init(_ bytes: [UInt8]) {
    unsafe buffer = .allocate(byteCount: bytes.count, alignment: 1)
    unsafe buffer.copyBytes(from: bytes)
  }

  deinit { unsafe buffer.deallocate() }
}
