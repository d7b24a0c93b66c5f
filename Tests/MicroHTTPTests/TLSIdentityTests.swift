import Foundation
import RawClient
import Testing

@testable import MicroHTTP

struct TLSIdentityTests {
  private let certificate: TestCertificate
  private let other: TestCertificate

  init() throws {
    certificate = try TestCertificate()
    other = try TestCertificate(days: 3)
  }

  @Test func `a certificate and its key are taken, and say until when they count`() throws {
    let identity = try TLSIdentity(certificateFile: certificate.certificateFile, keyFile: certificate.keyFile)
    let expiry = try #require(try? Date(identity.expiry, strategy: .iso8601))
    #expect(abs(expiry.timeIntervalSinceNow - 2 * 86_400) < 300)
  }

  @Test func `a chain begins with the certificate whose key is given`() throws {
    let (leaf, key, request) = (other.path("leaf"), other.path("leaf key"), other.path("request"))
    try openssl("req", "-new", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=leaf", "-keyout", key, "-out", request)
    try openssl(
      "x509", "-req", "-in", request, "-CA", certificate.certificateFile, "-CAkey", certificate.keyFile,
      "-CAcreateserial", "-days", "1", "-out", leaf)
    try write([leaf, certificate.certificateFile], to: other.path("chain"))
    #expect(try TLSIdentity(certificateFile: other.path("chain"), keyFile: key).chain.count == 2)
    try write([certificate.certificateFile, leaf], to: other.path("reversed"))
    #expect(throws: TLSIdentityError(file: .key, reason: "it is not the key of the first certificate")) {
      try TLSIdentity(certificateFile: other.path("reversed"), keyFile: key)
    }
  }

  private func write(_ files: [String], to file: String) throws {
    let text = try files.map { try String(contentsOfFile: $0, encoding: .utf8) }.joined()
    try text.write(toFile: file, atomically: true, encoding: .utf8)
  }

  @Test func `each file that cannot be used is told with its reason`() throws {
    let (good, key) = (certificate.certificateFile, certificate.keyFile)
    let empty = certificate.path("empty")
    try Data().write(to: URL(filePath: empty))
    let noChain = "it has no certificate chain in PEM ("
    let noKey = "it has no private key in PEM without a password ("
    let table: [(String, String, TLSIdentityError.File, String)] = [
      ("/nowhere", key, .certificate, "No such file or directory"),
      (good, "/nowhere", .key, "No such file or directory"),
      ("/tmp", key, .certificate, "Is a directory"),
      (good, "/dev/zero", .key, "it has more than a megabyte"),
      (empty, key, .certificate, noChain),
      (key, key, .certificate, noChain),
      (good, empty, .key, noKey),
      (good, good, .key, noKey),
      (good, other.keyFile, .key, "it is not the key of the first certificate"),
      (other.certificateFile, key, .key, "it is not the key of the first certificate"),
    ]
    for (certificateFile, keyFile, file, reason) in table {
      let error = #expect(throws: TLSIdentityError.self) {
        try TLSIdentity(certificateFile: certificateFile, keyFile: keyFile)
      }
      #expect(error?.file == file)
      #expect(error?.reason.hasPrefix(reason) == true, "\(error?.reason ?? "")")
    }
  }

  @Test(arguments: [(-86_400.0, "it is not valid before "), (3 * 86_400.0, "it expired at ")])
  func `a certificate counts only in its time`(offset: Double, reason: String) throws {
    let moment = Int(Date().timeIntervalSince1970 + offset)
    let error = #expect(throws: TLSIdentityError.self) {
      try TLSIdentity(certificateFile: certificate.certificateFile, keyFile: certificate.keyFile, at: moment)
    }
    #expect(error?.file == .certificate)
    #expect(error?.reason.firstMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) != nil)
    #expect(error?.reason.hasPrefix(reason) == true)
  }
}
