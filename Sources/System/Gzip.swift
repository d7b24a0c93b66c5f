import CZlib

/// The content coding of RFC 9110 section 8.4.1.3.
public enum Gzip {
  /// Makes the gzip form of some bytes.
  ///
  /// - Parameters:
  ///   - bytes: A whole answer.
  ///   - level: From 1, fast, to 9, small.
  /// - Returns: `nil` where there is no memory for it, or there are 4 GiB.
  public static func compressed(_ bytes: [UInt8], level: Int) -> [UInt8]? {
    unsafe bytes.compressed { unsafe czlib_gzip(Int32(level), $0, $1, $2, $3) }
  }
}

/// The form of RFC 1950, which PNG has its pixels in.
public enum Zlib {
  /// Makes the zlib form of some bytes.
  ///
  /// - Parameters:
  ///   - bytes: All there are.
  ///   - level: From 1, fast, to 9, small.
  /// - Returns: `nil` where there is no memory for it, or there are 4 GiB.
  public static func compressed(_ bytes: [UInt8], level: Int) -> [UInt8]? {
    unsafe bytes.compressed { unsafe czlib_zlib(Int32(level), $0, $1, $2, $3) }
  }

  /// The CRC-32 of some bytes, as PNG and gzip have it.
  public static func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
    unsafe bytes.withUnsafeBytes { unsafe czlib_checksum($0.baseAddress, $0.count) }
  }
}

extension [UInt8] {
  /// What a function of zlib writes for these bytes; `nil` where it fails.
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
