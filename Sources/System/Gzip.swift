import CZlib

/// The content coding of RFC 9110 section 8.4.1.3.
package enum Gzip {
  /// `level` is from 1, fast, to 9, small; `nil` where there is no memory for it, or there are 4 GiB.
  package static func compressed(_ bytes: [UInt8], level: Int) -> [UInt8]? {
    unsafe bytes.compressed { unsafe czlib_gzip(Int32(level), $0, $1, $2, $3) }
  }
}

/// The form of RFC 1950, which PNG has its pixels in.
package enum Zlib {
  /// `level` is from 1, fast, to 9, small; `nil` where there is no memory for it, or there are 4 GiB.
  package static func compressed(_ bytes: [UInt8], level: Int) -> [UInt8]? {
    unsafe bytes.compressed { unsafe czlib_zlib(Int32(level), $0, $1, $2, $3) }
  }

  /// The CRC-32 of some bytes, as PNG and gzip have it.
  package static func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
    unsafe bytes.withUnsafeBytes { unsafe czlib_checksum($0.baseAddress, $0.count) }
  }
}

extension [UInt8] {
  fileprivate func compressed(
    by compress: (UnsafeRawPointer?, Int, UnsafeMutableRawPointer?, Int) -> Int
  ) -> [UInt8]? {
    let capacity = czlib_bound(count)
    let output = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { output, written in
      written = unsafe withUnsafeBytes { unsafe compress($0.baseAddress, $0.count, output.baseAddress, capacity) }
    }
    return output.isEmpty ? nil : output
  }
}
