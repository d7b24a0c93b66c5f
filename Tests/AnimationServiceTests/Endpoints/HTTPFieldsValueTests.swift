import HTTPTypes
import Testing

@testable import AnimationService

struct HTTPFieldsValueTests {
  @Test(arguments: [[], ["a"], ["a", "b"], ["", "b", "c"]])
  func `a field's value is what the subscript says, however many there are`(values: [String]) {
    var fields: HTTPFields = [.referer: "example.org"]
    for value in values { fields.append(HTTPField(name: .accept, value: value)) }
    fields.append(HTTPField(name: .userAgent, value: "test"))
    #expect(fields.value(of: .accept) == fields[.accept])
    #expect(fields.value(of: .accept) == (values.isEmpty ? nil : values.joined(separator: ", ")))
  }
}
