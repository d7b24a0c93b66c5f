import System
import HTTPTypes
import MicroHTTP
import Testing
import SeededNumbers

@testable import Deployment

struct ForwardingTests {
  private static let proxies = ["10.0.0.0/8", "2001:db8:ffff::/48"].compactMap { IPNetwork($0) }

  private func client(_ peer: String, _ field: Forwarding.Field, _ lines: [String]) throws -> IPAddress {
    var fields = HeaderFields()
    for line in lines {
      fields.append(try #require(HTTPField.Name(field.rawValue)), line)
    }
    return Forwarding(trusting: Self.proxies, field: field).client(peer: try #require(IPAddress(peer)), fields)
  }

  @Test(
    arguments: [
      // Nobody, or nobody trusted, stands between.
      ("192.0.2.9", [], "192.0.2.9"), ("10.0.0.1", [], "10.0.0.1"),
      ("192.0.2.9", ["198.51.100.1"], "192.0.2.9"), ("::1", ["198.51.100.1"], "::1"),
      // One or several proxies.
      ("10.0.0.1", ["198.51.100.1"], "198.51.100.1"), ("::ffff:10.0.0.1", ["198.51.100.1"], "198.51.100.1"),
      ("10.0.0.1", ["198.51.100.1, 10.0.0.2"], "198.51.100.1"),
      ("10.0.0.1", ["198.51.100.1,10.0.0.2 ,\t10.0.0.3"], "198.51.100.1"),
      ("10.0.0.1", ["198.51.100.1", "10.0.0.2"], "198.51.100.1"),
      ("10.0.0.1", ["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
      ("2001:db8:ffff::1", ["2001:db8::5"], "2001:db8::5"),
      // What the client made up stands further left.
      ("10.0.0.1", ["203.0.113.7, 198.51.100.1"], "198.51.100.1"),
      ("10.0.0.1", ["203.0.113.7", "198.51.100.1"], "198.51.100.1"),
      ("10.0.0.1", ["10.0.0.9, 198.51.100.1, 10.0.0.2"], "198.51.100.1"),
      ("10.0.0.1", [",,,x\",, 198.51.100.1"], "198.51.100.1"),
      // A mark that joins what follows hides no comma.
      ("10.0.0.1", ["\u{600}, 198.51.100.1"], "198.51.100.1"), ("10.0.0.1", ["\u{600},198.51.100.1"], "198.51.100.1"),
      ("10.0.0.1", ["198.51.100.1,\u{301}"], "10.0.0.1"), ("10.0.0.1", ["x\r, 198.51.100.1"], "198.51.100.1"),
      // Ports and brackets.
      ("10.0.0.1", ["198.51.100.1:4711"], "198.51.100.1"), ("10.0.0.1", ["[2001:db8::5]"], "2001:db8::5"),
      ("10.0.0.1", ["[2001:db8::5]:4711"], "2001:db8::5"),
      // What cannot be read is the proxy's own.
      ("10.0.0.1", [""], "10.0.0.1"), ("10.0.0.1", ["unknown"], "10.0.0.1"),
      ("10.0.0.1", ["198.51.100.1,"], "10.0.0.1"),
      ("10.0.0.1", ["198.51.100.1, _x, 10.0.0.2"], "10.0.0.2"), ("10.0.0.1", ["198.51.100.1:"], "10.0.0.1"),
      ("10.0.0.1", ["198.51.100.1:123456"], "10.0.0.1"), ("10.0.0.1", ["[198.51.100.1]"], "10.0.0.1"),
      ("10.0.0.1", ["[2001:db8::5"], "10.0.0.1"), ("10.0.0.1", ["[2001:db8::5]x"], "10.0.0.1"),
      ("10.0.0.1", ["[]:"], "10.0.0.1"),
      ("10.0.0.1", ["[2001:db8::5]:80x"], "10.0.0.1"), ("10.0.0.1", ["\"198.51.100.1\""], "10.0.0.1"),
    ] as [(String, [String], String)])
  func `X-Forwarded-For is read from its end`(peer: String, lines: [String], expected: String) throws {
    #expect(try client(peer, .xForwardedFor, lines) == IPAddress(expected))
  }

  @Test(
    arguments: [
      (["for=198.51.100.1"], "198.51.100.1"), (["FOR=198.51.100.1;proto=https"], "198.51.100.1"),
      (["proto=https;by=10.0.0.1 ; for=\"198.51.100.1:80\""], "198.51.100.1"),
      (["for=\"[2001:db8:cafe::17]:4711\""], "2001:db8:cafe::17"), (["for=\"\\1\\98.51.100.1\""], "198.51.100.1"),
      (["for=203.0.113.7, for=198.51.100.1, for=10.0.0.2"], "198.51.100.1"),
      (["for=203.0.113.7", "for=198.51.100.1"], "198.51.100.1"),
      (["for=203.0.113.7;x=\"", "for=198.51.100.1"], "198.51.100.1"),
      // No element can swallow the next.
      (["for=203.0.113.7;x=\", for=198.51.100.1"], "10.0.0.1"), (["for=\", for=\"198.51.100.1\""], "10.0.0.1"),
      (["for=203.0.113.7, for=\"\\\", for=198.51.100.1"], "10.0.0.1"),
      // What cannot be read is the proxy's own.
      ([""], "10.0.0.1"), (["for="], "10.0.0.1"), (["for"], "10.0.0.1"), (["198.51.100.1"], "10.0.0.1"),
      (["proto=https"], "10.0.0.1"), (["for=unknown"], "10.0.0.1"), (["for=_secret"], "10.0.0.1"),
      (["for=198.51.100.1;for=203.0.113.7"], "10.0.0.1"), (["for=198.51.100.1;"], "10.0.0.1"),
      (["for=198.51.100.1,"], "10.0.0.1"), (["for =198.51.100.1"], "10.0.0.1"), (["for= 198.51.100.1"], "10.0.0.1"),
      (["for=[2001:db8::1]"], "10.0.0.1"), (["for=\"198.51.100.1"], "10.0.0.1"), (["for=\"198.51.100.1\\"], "10.0.0.1"),
      (["for=198.51.100.1 x"], "10.0.0.1"),
    ] as [([String], String)])
  func `Forwarded is read from its end`(lines: [String], expected: String) throws {
    #expect(try client("10.0.0.1", .forwarded, lines) == IPAddress(expected))
  }

  @Test(arguments: Forwarding.Field.allCases)
  func `whatever stands before what the proxy wrote, the client is the one it was asked by`(
    field: Forwarding.Field
  ) throws {
    var random = SeededGenerator(state: 7)
    let pieces = [
      "for=", "203.0.113.7", "10.0.0.2", "\"", "\\", ",", ";", " ", "=", "[", "]", ":", "::", "80", "x", "é",
      "proto=http",
    ]
    let own = field == .forwarded ? "for=198.51.100.1" : "198.51.100.1"
    for _ in 0..<4000 {
      let junk = (0..<Int.random(in: 0...8, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined()
      let found = try client("10.0.0.1", field, ["\(junk),\(own)"])
      // Either the proxy's word, or what the client wrote is no list and the proxy counts itself.
      #expect(found == IPAddress("198.51.100.1") || field == .forwarded && found == IPAddress("10.0.0.1"), "\(junk)")
      #expect(try client("10.0.0.1", field, [junk, own]) == IPAddress("198.51.100.1"), "\(junk)")
    }
  }
}
