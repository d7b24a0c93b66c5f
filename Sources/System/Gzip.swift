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
    let capacity = czlib_gzip_bound(bytes.count)
    let output = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
      count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe czlib_gzip(Int32(level), bytes.baseAddress, bytes.count, output.baseAddress, capacity)
      }
    }
    return output.isEmpty ? nil : output
  }
}
