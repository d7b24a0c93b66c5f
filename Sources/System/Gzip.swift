import CZlib

extension [UInt8] {
  /// The content coding of RFC 9110 section 8.4.1.3.
  ///
  /// `level` is from 1, fast, to 9, small; `nil` where there is no memory for it, or there are 4 GiB.
  package func gzipped(level: Int) -> [UInt8]? {
    unsafe compressed { unsafe czlib_gzip(Int32(level), $0, $1, $2, $3) }
  }

  /// The form of RFC 1950, which PNG has its pixels in; `level` and `nil` are as for gzip.
  package func deflated(level: Int) -> [UInt8]? {
    unsafe compressed { unsafe czlib_zlib(Int32(level), $0, $1, $2, $3) }
  }

  private func compressed(
    by compress: (UnsafeRawPointer?, Int, UnsafeMutableRawPointer?, Int) -> Int
  ) -> [UInt8]? {
    let capacity = czlib_bound(count)
    let output = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { output, written in
      written = unsafe withUnsafeBytes { unsafe compress($0.baseAddress, $0.count, output.baseAddress, capacity) }
    }
    return output.isEmpty ? nil : output
  }
}

extension ArraySlice<UInt8> {
  /// The CRC-32 of the bytes, as PNG and gzip have it.
  package var checksum: UInt32 { unsafe withUnsafeBytes { unsafe czlib_checksum($0.baseAddress, $0.count) } }
}
