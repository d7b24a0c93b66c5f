import Testing

@testable import System

struct IPAddressTests {
  @Test(
    arguments: [
      ("192.0.2.1", IPAddress(v4: 0xC000_0201)),
      ("0.0.0.0", IPAddress(v4: 0)),
      ("255.255.255.255", IPAddress(v4: .max)),
      ("::ffff:192.0.2.1", IPAddress(v4: 0xC000_0201)),
      ("::FFFF:c000:201", IPAddress(v4: 0xC000_0201)),
      ("::", IPAddress(high: 0, low: 0)),
      ("::1", IPAddress(high: 0, low: 1)),
      ("1::", IPAddress(high: 1 << 48, low: 0)),
      ("2001:db8::1", IPAddress(high: 0x2001_0db8_0000_0000, low: 1)),
      ("2001:0DB8:0:0:0:0:0:1", IPAddress(high: 0x2001_0db8_0000_0000, low: 1)),
      ("1:2:3:4:5:6:7:8", IPAddress(high: 0x0001_0002_0003_0004, low: 0x0005_0006_0007_0008)),
      ("1:2:3:4:5:6:7::", IPAddress(high: 0x0001_0002_0003_0004, low: 0x0005_0006_0007_0000)),
      ("::2:3:4:5:6:7:8", IPAddress(high: 0x0000_0002_0003_0004, low: 0x0005_0006_0007_0008)),
      ("1:2:3:4:5:6:1.2.3.4", IPAddress(high: 0x0001_0002_0003_0004, low: 0x0005_0006_0102_0304)),
      ("fe80::1%eth0", IPAddress(high: 0xfe80_0000_0000_0000, low: 1)),
    ])
  func `an address is read`(text: String, address: IPAddress) {
    #expect(IPAddress(text) == address)
  }

  @Test(
    arguments: [
      "", " ", ".", ":", ":::", "1", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1.2.3.00", "1..2.3", "1.2.3.",
      ".1.2.3", "1.2.3.4 ", "1.2.3.4:80", "0x1.2.3.4", "+1.2.3.4", "1.2.3.٤", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9",
      "1::2::3", "1:2:3:4:5:6:7:8::", "::1:2:3:4:5:6:7:8", "12345::", "g::", "1:", ":1", "[::1]", "::1]", "::1.2.3",
      "1.2.3.4::", "::1.2.3.4:5", "1:2:3:4:5:6:7:1.2.3.4", "::1/64", "%eth0", "unknown", "_hidden", "::\0",
      String(repeating: "1", count: 100_000), String(repeating: ":", count: 100_000), "1.2.3.99999999999999999999",
    ])
  func `anything else is none`(text: String) {
    #expect(IPAddress(text) == nil)
  }

  @Test(
    arguments: [
      ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false),
      ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::", true), ("2001:db8:1:2::", "2001:db8:1:3::", false),
      ("::ffff:192.0.2.1", "192.0.2.1", true),
    ])
  func `one client is an IPv4 address or a network of 64 bits`(one: String, other: String, isSame: Bool) throws {
    #expect(try (#require(IPAddress(one)).client == #require(IPAddress(other)).client) == isSame)
  }

  @Test(
    arguments: [
      ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("10.1.2.3/8", "10.9.9.9", true),
      ("0.0.0.0/0", "255.1.2.3", true), ("0.0.0.0/0", "2001:db8::1", false), ("192.0.2.1", "192.0.2.1", true),
      ("192.0.2.1/32", "192.0.2.0", false), ("10.0.0.0/8", "::ffff:10.1.1.1", true), ("::/0", "10.0.0.1", true),
      ("2001:db8::/32", "2001:db8:ffff::1", true), ("2001:db8::/32", "2001:db9::", false), ("::1", "::1", true),
      ("2001:db8::/64", "2001:db8::ffff:0:0:0", true), ("2001:db8::/65", "2001:db8::8000:0:0:0", false),
      ("2001:db8::/127", "2001:db8::1", true), ("::1/128", "::2", false),
    ])
  func `a network has the addresses that begin like it`(network: String, address: String, isIn: Bool) throws {
    #expect(try #require(IPNetwork(network)).contains(#require(IPAddress(address))) == isIn)
  }

  @Test(
    arguments: [
      "", "/", "/8", "10.0.0.0/", "10.0.0.0/33", "::/129", "10.0.0.0/-1", "10.0.0.0/+8", "10/8", "::/x", "::/6/4",
    ]
  )
  func `anything else is no network`(text: String) {
    #expect(IPNetwork(text) == nil)
  }

  // RFC 5952 section 4, and what the C library writes.
  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1"), ("::ffff:10.0.0.1", "10.0.0.1"), ("::", "::"), ("::1", "::1"), ("1::", "1::"),
    ("2001:0DB8:0:0:0:0:0:1", "2001:db8::1"), ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"),
    ("2001:0:0:1:0:0:0:1", "2001:0:0:1::1"), ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"), ("0:0:1::", "0:0:1::"),
    ("fe80::aBCD:0:12", "fe80::abcd:0:12"), ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"),
    ("0:1:2:3:4:5:6:0", "0:1:2:3:4:5:6:0"),
  ])
  func `an address is written in one way`(text: String, expected: String) throws {
    let address = try #require(IPAddress(text))
    #expect(address.description == expected)
    #expect(IPAddress(expected) == address)
  }
}
