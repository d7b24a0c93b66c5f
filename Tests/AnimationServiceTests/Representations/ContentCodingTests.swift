import Testing

@testable import AnimationService

struct ContentCodingTests {
  // RFC 9110 section 12.5.3 with its examples.
  @Test(arguments: [
    "gzip", "compress, gzip", "*", "compress;q=0.5, gzip;q=1.0", "gzip;q=1.0, identity; q=0.5, *;q=0", "GZIP", "x-gzip",
    "gzip, deflate, br, zstd", "br;q=1.0, gzip;q=0.8, *;q=0.1", "gzip;q=0.001", "identity;q=0, *", "gzip ;q=1",
    "deflate,gzip ",
  ])
  func `gzip is wanted`(field: String) {
    #expect(ContentCoding(accepting: field) == .gzip)
  }

  @Test(arguments: [
    nil, "", "identity", "gzip;q=0", "gzip;q=0.0, *", "*;q=0", "br, deflate", "identity, gzip;q=0.5", "gzip;q=no",
    "gzipped", "identity;q=0", "gzip;q=-1",
  ])
  func `gzip is not wanted`(field: String?) {
    #expect(ContentCoding(accepting: field) == .identity)
  }
}
