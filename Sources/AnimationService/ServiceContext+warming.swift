import TextAnimation
import WireFormat

extension ServiceContext {
  /// Makes a few documents that nobody asked for, so that no loop waits for what the first of a process brings in.
  ///
  /// ICU's data takes 30 ms.
  func warmUp() {
    for members in Self.rehearsals {
      let members = members.map { JSONValue.Member($0, .string($1)) }
      var parameters = RequestParameters(members, by: .frames, in: self)
      let prepared = try? parameters.finishedAnimation(in: self).prepared(in: self)
      _ = prepared.map { try? SequenceDocument($0, .json).bytes(limits: settings) }
    }
  }

  private static var rehearsals: [[(name: String, value: String)]] {
    let plain = [(name: "from", value: "1.5"), (name: "to", value: "20"), (name: "duration", value: "0.1")]
    #if LocaleFormats
      let styles = [[("locale", "en")], [("style", "currency"), ("currency", "EUR")], [("notation", "compact")]]
      return [plain] + styles.map { plain + $0.map { (name: $0.0, value: $0.1) } }
    #else
      return [plain]
    #endif
  }
}
