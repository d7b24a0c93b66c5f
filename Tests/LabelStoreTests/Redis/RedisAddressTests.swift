import Testing

@testable import LabelStore

struct RedisAddressTests {
  @Test(
    arguments: [
      ("redis://localhost", "localhost", 6379, nil, nil, 0, "redis://localhost:6379/0"),
      ("redis://localhost/", "localhost", 6379, nil, nil, 0, "redis://localhost:6379/0"),
      ("REDIS://10.0.0.1:7000/15", "10.0.0.1", 7000, nil, nil, 15, "redis://10.0.0.1:7000/15"),
      ("redis://:secret@redis.example", "redis.example", 6379, nil, "secret", 0, "redis://redis.example:6379/0"),
      ("redis://me:secret@h:1/2", "h", 1, "me", "secret", 2, "redis://me@h:1/2"),
      ("redis://me%40home:%3A%2f%25%C3%A4@h", "h", 6379, "me@home", ":/%ä", 0, "redis://me%40home@h:6379/0"),
      ("redis://[2001:db8::1]", "2001:db8::1", 6379, nil, nil, 0, "redis://[2001:db8::1]:6379/0"),
      ("redis://u:p@[::1]:65535/0", "::1", 65_535, "u", "p", 0, "redis://u@[::1]:65535/0"),
    ] as [(String, String, Int, String?, String?, Int, String)])
  func `an address of a host`(
    text: String, host: String, port: Int, user: String?, password: String?, database: Int, description: String
  ) throws {
    let address = try RedisAddress(text)
    #expect(address.server == .host(host, port: port, isSecure: false))
    #expect(address.user == user && address.password == password && address.database == database)
    #expect(address.description == description)
    let secure = try RedisAddress("rediss" + text.dropFirst(5))
    #expect(secure.server == .host(host, port: port, isSecure: true))
    #expect(secure.description == "rediss" + description.dropFirst(5))
  }

  @Test(
    arguments: [
      ("unix:/run/redis.sock", "/run/redis.sock", nil, nil, 0, "unix:/run/redis.sock"),
      ("unix:///run/redis.sock", "/run/redis.sock", nil, nil, 0, "unix:/run/redis.sock"),
      ("redis+unix:/a%20b%3F?db=3", "/a b?", nil, nil, 3, "unix:/a%20b%3F?db=3"),
      ("unix:/r?password=%26secret&user=me&db=1", "/r", "me", "&secret", 1, "unix:/r?db=1"),
      ("unix:/r?password=a=b+c", "/r", nil, "a=b+c", 0, "unix:/r"),
    ] as [(String, String, String?, String?, Int, String)])
  func `an address of a path`(
    text: String, path: String, user: String?, password: String?, database: Int, description: String
  ) throws {
    let address = try RedisAddress(text)
    #expect(address.server == .path(path))
    #expect(address.user == user && address.password == password && address.database == database)
    #expect(address.description == description)
  }

  @Test(arguments: [
    ("", "begins with"), ("localhost", "begins with"), ("localhost:6379", "begins with"), ("http://h", "begins with"),
    ("redis:h", "begins with"), ("redis:/h", "begins with"), ("redis://", "no host"), ("redis://:6379", "no host"),
    ("redis://:secret@", "no host"), ("redis://a b", "no host"), ("redis://ä", "no host"),
    ("redis://h:", "port"), ("redis://h:0", "port"), ("redis://h:65536", "port"), ("redis://h:+1", "port"),
    ("redis://h:secret", "port"), ("redis://2001:db8::1", "port"), ("redis://h:6379:1", "port"),
    ("redis://[::1", "brackets"), ("redis://[h]", "brackets"), ("redis://[127.0.0.1]", "brackets"),
    ("redis://[::1]6379", "port"), ("redis://[::1]]:6379", "port"),
    ("redis://h/x", "database"), ("redis://h/-1", "database"), ("redis://h/1/2", "database"),
    ("redis://h/999999", "database"), ("redis://h/1?x=1", "database"), ("redis://h?db=1", "only a database"),
    ("redis://h#1", "only a database"), ("redis://me@h", "a user has a password"),
    ("redis://me:@h", "a user has a password"), ("redis://me:secret:more@h", "%2F"),
    ("redis://me:sec/ret@h", "%2F"), ("redis://me:sec?ret@h", "%2F"), ("redis://me:sec#ret@h", "%2F"),
    ("redis://me:sec@ret@h", "%2F"), ("redis://me:sec%ret@h", "%2F"), ("redis://me:sec%2@h", "%2F"),
    ("redis://me:sec%+1@h", "%2F"), ("redis://me:sec%FFret@h", "UTF-8"), ("redis://me:sec%00ret@h", "UTF-8"),
    ("unix:", "path"), ("unix:redis.sock", "path"), ("unix://redis.sock", "path"), ("unix:////r", "path"),
    ("unix:/\(String(repeating: "r", count: 107))", "107 bytes"), ("unix:/r?secret", "each once"),
    ("unix:/r?db=1&db=2", "each once"), ("unix:/r?port=1", "each once"), ("unix:/r?db=x", "database"),
    ("unix:/r?user=me", "a user has a password"), ("unix:/r%", "%2F"),
  ])
  func `what is none is refused without its password`(text: String, reason: String) throws {
    let error = try #require(throws: RedisAddressError.self) { try RedisAddress(text) }
    #expect(error.description.contains(reason))
    #expect(!error.description.contains("sec") && !error.description.contains("ret"))
  }
}
