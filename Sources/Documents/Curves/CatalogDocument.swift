package import TextAnimation
import WrittenNumbers
import TextBytes
package import Timing

/// Every name that a request can use, read off the catalogues that the requests are decoded with.
package struct CatalogDocument {
  let curves: CurveCatalog
  let interpolators: InterpolatorCatalog

  /// That of a service to which nothing has been added.
  package static let standard = CatalogDocument(curves: .standard, interpolators: .standard)

  package init(curves: CurveCatalog, interpolators: InterpolatorCatalog) {
    (self.curves, self.interpolators) = (curves, interpolators)
  }

  /// The bytes of the document.
  package func bytes() -> [UInt8] {
    var document = UTF8Buffer(capacity: 16_384)
    document.append("{")
    document.appendList("curves", curves.entries) { object, curve in
      object.appendJSONMember("name", curve.name)
      object.appendJSONMember("summary", curve.summary)
      object.appendJSONMember("example", curve.example)
      object.appendJSONName("parameters")
      object.appendJSONArray { array in
        for parameter in curve.parameters { array.append(parameter) }
      }
    }
    document.append(",\n")
    document.appendList("interpolations", interpolators.entries) { object, interpolation in
      object.appendJSONMember("name", interpolation.name)
      object.appendJSONMember("summary", interpolation.summary)
    }
    document.append(",\n")
    document.appendList("effects", TransitionEffect.named) { object, named in
      object.appendJSONMember("name", named.name)
      let parts = named.effect.parts
      if parts.count > 1 { object.appendJSONMember("combines", parts) }
    }
    document.append(",\n")
    document.appendFormats()
    document.append("}\n")
    return document.bytes()
  }
}

extension TransitionEffect {
  /// The names of the single effects it is made of.
  fileprivate var parts: [String] {
    Self.named.filter { $0.effect.rawValue.nonzeroBitCount == 1 && contains($0.effect) }.map(\.name)
  }
}

extension UTF8Buffer {
  /// Appends a member with an object on a line of its own for each element.
  fileprivate mutating func appendList<Element>(
    _ name: StaticString, _ elements: [Element], _ write: (inout UTF8Buffer, Element) -> Void
  ) {
    appendJSONName(name)
    append("[")
    for (index, element) in elements.enumerated() {
      append(index == 0 ? "\n" : ",\n")
      appendJSONObject { write(&$0, element) }
    }
    append("\n]")
  }

  fileprivate mutating func append(_ parameter: CurveParameter) {
    appendJSONObject { object in
      object.appendJSONMember("name", parameter.name)
      object.appendJSONMember("default", parameter.defaultValue)
      object.appendJSONMember("minimum", parameter.range.lowerBound)
      object.appendJSONMember("maximum", parameter.range.upperBound)
    }
  }

  /// Appends the conversions and flags of C's printf that the parser takes, found by asking it.
  fileprivate mutating func appendFormats() {
    let conversions = "diouxXeEfFgGaAcCsSpn".map(String.init).filter { (try? PrintfFormat("%\($0)")) != nil }
    let flags = "-+ #0'".map(String.init).filter { (try? PrintfFormat("%\($0)d")) != nil }
    appendJSONName("formats")
    appendJSONObject { object in
      object.appendJSONName("printf")
      object.appendJSONObject { printf in
        printf.appendJSONMember("conversions", conversions)
        printf.appendJSONMember("flags", flags)
      }
    }
  }
}
