import Testing

@testable import LabelStore

struct RedisLoginTests {
  private func login(_ address: String) throws -> RedisLogin { RedisLogin(address: try RedisAddress(address)) }

  @Test func `only what the address names is said, and a greeting last`() throws {
    #expect(try login("redis://h").commands.map(\.command) == [RedisCommand("PING")])
    #expect(
      try login("redis://:secret@h/7").commands.map(\.command) == [
        RedisCommand("AUTH", "secret"), RedisCommand("SELECT", "7"), RedisCommand("PING"),
      ])
    #expect(
      try login("redis://me:secret@h").commands.map(\.command) == [
        RedisCommand("AUTH", "me", "secret"), RedisCommand("PING"),
      ])
    #expect(try login("redis://:secret@h/7").commands.map(\.step) == [.password, .database, .greeting])
  }

  @Test(
    arguments: [
      (.password, "WRONGPASS invalid username-password pair or user is disabled.", "user and password of the address"),
      (.password, "ERR invalid password", "user and password of the address"),
      (.password, "ERR Client sent AUTH, but no password is set", "Redis has no password"),
      (
        .password,
        "ERR AUTH <password> called without any password configured for the default user. Are you sure your"
          + " configuration is correct?", "Redis has no password"
      ),
      (.password, "ERR wrong number of arguments for 'auth' command", "older than version 6"),
      (.password, "ERR unknown command `AUTH`, with args beginning with: `me`, `secret`, ", "Redis refuses AUTH (ERR)"),
      (.database, "ERR DB index is out of range", "Redis has no database 7"),
      (.database, "ERR SELECT is not allowed in cluster mode", "Cluster"),
      (
        .database, "NOPERM this user has no permissions to run the 'select' command", "Redis refuses database 7 (NOPERM"
      ),
      (.greeting, "NOAUTH Authentication required.", "requires a password"),
      (.greeting, "LOADING Redis is loading the dataset in memory", "still loading"),
      (
        .greeting, "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
        "lost its primary"
      ),
      (.greeting, "DENIED Redis is running in protected mode because…", "protected mode"),
      (.password, "ERR max number of clients reached", "its limit of clients"),
      (.greeting, "ERR something else", "Redis refuses the connection (ERR something else)"),
    ] as [(RedisLogin.Step, String, String)])
  func `a refusal is told in plain words without the password`(
    step: RedisLogin.Step, reply: String, words: String
  ) throws {
    let reason = try #require(try login("redis://me:secret@h/7").refusal(of: step, .error(reply)))
    #expect(reason.contains(words))
    #expect(!reason.contains("secret"))
  }

  @Test func `all other replies are consent`() throws {
    let login = try login("redis://:secret@h/7")
    for step in RedisLogin.Step.allCases { #expect(login.refusal(of: step, .status("OK")) == nil) }
    #expect(login.refusal(of: .greeting, .error("NOPERM this user may not")) == nil)
  }

  @Test func `only a password is asked for alone`() throws {
    let reason = try login("redis://:secret@h").refusal(of: .password, .error("WRONGPASS no"))
    #expect(reason == "Redis rejects the password of the address")
  }
}
