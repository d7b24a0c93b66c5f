import LabelStore

extension Setting {
  /// What concerns labels, which the service holds.
  static let labels: [Setting] = [
    make(
      "labels",
      "Where labels are kept: sqlite:PATH, memory, off, or redis://, rediss:// or unix:/ for a Redis that nodes share; empty is labels.db in STATE_DIRECTORY, XDG_STATE_HOME/kinetype or ~/.local/state/kinetype, and memory where that cannot be written.",
      { $0.labels.description }
    ) { text, settings in settings.labels.read(text) },
    make(
      "labelsSynchronous",
      "When SQLite waits for the disk: normal (a loss of power may cost the last changes, a crash none) or full (never).",
      { $0.labelsSynchronous.rawValue }
    ) { text, settings in
      guard let durability = LabelFile.Durability(rawValue: text) else {
        return "must be normal or full, not `\(text)`"
      }
      settings.labelsSynchronous = durability
      return nil
    },
    make(
      "labelsMissing",
      "What is done where changes are missing in the file that were acknowledged, since its log was damaged or taken away: refuse (labels are read and not changed) or accept (the service goes on without).",
      { $0.labelsMissing.rawValue }
    ) { text, settings in
      guard let missing = LabelFile.Missing(rawValue: text) else {
        return "must be refuse or accept, not `\(text)`"
      }
      settings.labelsMissing = missing
      return nil
    },
    list(
      "writeKeys", \.writeKeys, of: "secret or prefix*=secret", isSecret: true,
      "Comma-separated keys that may change labels, each a secret, or prefix*=secret for labels whose names begin so; where none is set, clients of the same machine may."
    ) { WriteKey($0) },
    make(
      "visitorLabels",
      """
      Whether visitors of the pages may make labels of their own, for an hour each: on or off; empty is clients of the same \
      machine only. Where apiKeys are set, none may.
      """,
      { $0.visitorLabels.map { $0 ? "on" : "off" } ?? "" }
    ) { text, settings in
      guard ["", "on", "off"].contains(text) else { return "must be on, off or empty, not `\(text)`" }
      settings.visitorLabels = text.isEmpty ? nil : text == "on"
      return nil
    },
    count(
      "maximumVisitorLabels", \.maximumVisitorLabels, in: 0...1_000_000,
      "Labels of visitors that are kept beside the others, on all nodes together; beyond it a new one is answered 503."),
    count(
      "maximumVisitorLabelsPerClient", \.maximumVisitorLabelsPerClient, in: 4...1_000_000,
      "Labels that one client may make as a visitor within an hour, on each node; beyond it the answer is 429."),
    secret(
      "tokenSecret", \.tokenSecret,
      """
      Secret with which tokens for private labels are signed (JWT, HS256, with exp and labels, of 4096 bytes at most); empty \
      takes no tokens.
      """
    ),
    count(
      "maximumLabels", \.maximumLabels, in: 1...10_000_000,
      "Labels that are kept; beyond it a new one is answered 503."),
    count(
      "maximumLabelBytes", \.maximumLabelBytes, in: 256...1_048_576,
      "Bytes that are kept of one label; what is under way gives way where there is no room, beyond it 400."),
    count(
      "maximumWaitingLabelRequests", \.maximumWaitingLabelRequests, in: 1...10_000_000,
      "Changes and questions that wait for the store of labels, where it is slow; beyond it 503."),
    count(
      "maximumIdempotencyKeys", \.maximumIdempotencyKeys, in: 1...10_000_000,
      "Idempotency-Keys that are remembered for 24 hours; of more, the oldest of the label that has most go first."),
    rate(
      "labelChangesPerSecond", \.labelChangesPerSecond,
      "Changes of one label per second; beyond it the answer is 429; 0 is no limit."),
    rate(
      "clientChangesPerSecond", \.clientChangesPerSecond,
      "Changes of labels that one client may make per second; beyond it the answer is 429; 0 is no limit."),
    count(
      "maximumLabelViewers", \.maximumLabelViewers, in: 0...10_000_000,
      "Streams that may watch one label; beyond it the answer is 503; 0 is no limit."),
    count(
      "maximumLabelsPerStream", \.maximumLabelsPerStream, in: 1...1000,
      "Labels that one stream may watch; beyond it the answer is 400."),
    text(
      "labelFollow", \.labelFollow,
      "How elements follow labels that do not say it: changes (a stream) or next (answers that caches hand on).",
      among: ["changes", "next"]),
    count(
      "labelSlot", \.labelSlot, in: 1...25,
      "Seconds of the grid on which answers of /v1/labels/{id}/next end without a change; caches in front must wait for longer."
    ),
    count(
      "rememberedLabels", \.rememberedLabels, in: 2...10_000_000,
      "Labels that nobody watches which are kept ready with their last changes, up to some KiB each."),
    seconds(
      "labelLead", \.labelLead, in: 0...1,
      "Seconds by which a change starts later where nodes share labels, so that each node knows of it before."),
    seconds(
      "redisConnectTimeout", \.redisConnectTimeout, in: 0.1...60,
      "Seconds that an attempt to connect to Redis may take, from its name to its first answer."),
    seconds(
      "redisCommandTimeout", \.redisCommandTimeout, in: 0.1...60,
      "Seconds that Redis may take to answer; then it counts as lost, and changes get 503."),
    seconds(
      "redisIdleInterval", \.redisIdleInterval, in: 0.1...60,
      "Seconds of silence after which Redis is asked whether it is there."),
    seconds(
      "redisReconnectInterval", \.redisReconnectInterval, in: 0.05...60,
      "Seconds between two attempts to connect to Redis at most."),
    optionalText(
      "redisCertificateAuthorities", \.redisCertificateAuthorities,
      "File of the authorities that may sign the certificate of a rediss:// server, PEM; empty is the system's."),
  ]
}
