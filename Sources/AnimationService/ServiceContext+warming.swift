import TextAnimation
import WireFormat

extension ServiceContext {
  /// Makes a document that nobody asked for, so that no loop waits for what the first of a process brings in.
  ///
  /// Not one with a locale: ICU's data takes 30 ms and 8 MB, which a process without such requests needs not.
  func warmUp() {
    let members = [("from", "1.5"), ("to", "20"), ("duration", "0.1")].map { JSONValue.Member($0, .string($1)) }
    var parameters = RequestParameters(members, by: .frames, in: self)
    let prepared = try? parameters.finishedAnimation(in: self).prepared(in: self)
    _ = prepared.map { try? SequenceDocument($0, .json).bytes(limits: settings) }
  }
}
