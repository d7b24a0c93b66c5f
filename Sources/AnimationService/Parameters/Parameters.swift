import HTTPTypes
import WireFormat

/// The parameters of a request as they came, from a query, a form or a JSON object, in their order.
struct Parameters: Equatable, Sendable {
  /// Name and value of each; a query has only texts.
  var members: [JSONValue.Member] = []
}

extension Parameters {
  /// The most parameters one query or one object may have: about twice as many as there are.
  private static let limit = 64

  /// Reads a query, or the body of an HTML form.
  init(form bytes: Span<UInt8>) throws(Problem) {
    do throws(FormURLEncoded.Failure) {
      var members: [JSONValue.Member] = []
      members.reserveCapacity(8)
      try FormURLEncoded.read(bytes, pairLimit: Self.limit) { members.append(JSONValue.Member($0, .string($1))) }
      self.members = members
    } catch {
      throw Problem(type: .unreadableParameters, detail: error.description)
    }
  }

  /// Takes the members of a JSON object.
  init(json body: [UInt8]) throws(Problem) {
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONValue(parsing: body)
    } catch {
      throw Problem(type: .unreadableParameters, detail: "The body is not JSON: \(error.description)")
    }
    guard case .object(let members) = value else {
      throw Problem(
        type: .unreadableParameters,
        detail: "The body must be a JSON object with the parameters as its members; a list goes under `animations`.")
    }
    guard members.count <= Self.limit else {
      throw Problem(type: .unreadableParameters, detail: "The body has more than \(Self.limit) parameters.")
    }
    self.members = members
  }
}
