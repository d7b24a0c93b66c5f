import MicroHTTP
import Foundation
import HTTPTypes
import TextAnimation
import WrittenNumbers
import Testing
import Timing

@testable import Deployment
@testable import LiveLabels
@testable import Viewers
@testable import AnimationService
@testable import Requests

struct CurvesEndpointTests {
  private let service = TestService()

  private struct Catalog: Decodable {
    struct Curve: Decodable {
      var name, summary, example: String
      var parameters: [Parameter]
    }
    struct Parameter: Decodable {
      var name: String
      var `default`: Double?
      var minimum, maximum: Double
    }
    struct Interpolation: Decodable {
      var name, summary: String
    }
    struct Effect: Decodable {
      var name: String
      var combines: [String]?
    }
    struct Formats: Decodable {
      struct Printf: Decodable {
        var conversions, flags: [String]
      }
      var printf: Printf
    }
    var curves: [Curve]
    var interpolations: [Interpolation]
    var effects: [Effect]
    var formats: Formats
  }

  private func catalog() throws -> Catalog {
    let answer = service.get("/v1/curves")
    #expect(answer.fields[.contentType] == "application/json")
    return try JSONDecoder().decode(Catalog.self, from: Data(answer.text.utf8))
  }

  @Test func `every curve is listed as it can be asked for`() throws {
    let curves = try catalog().curves
    #expect(curves.map(\.name) == CurveCatalog.standard.entries.map(\.name))
    for curve in curves {
      #expect(throws: Never.self) { try service.context.requests.curves.curve(curve.example) }
      #expect(!curve.summary.isEmpty)
      for parameter in curve.parameters {
        #expect((parameter.minimum...parameter.maximum).contains(parameter.default ?? parameter.minimum))
      }
    }
    let pop = try #require(curves.first { $0.name == "pop" })
    #expect(pop.parameters.map(\.name) == ["bounciness", "speed", "velocity"])
    #expect(pop.parameters.map(\.default) == [4, 12, 0])
  }

  @Test func `every interpolation and effect is listed`() throws {
    let catalog = try catalog()
    #expect(catalog.interpolations.map(\.name) == InterpolatorCatalog.standard.entries.map(\.name))
    #expect(catalog.effects.map(\.name) == TransitionEffect.named.map(\.name))
    #expect(catalog.effects.first { $0.name == "fadeIn" }?.combines == nil)
    #expect(catalog.effects.first { $0.name == "scaleFadeIn" }?.combines == ["fadeIn", "fadeOut", "zoomIn"])
  }

  @Test func `every conversion and flag listed is one the parser takes`() throws {
    let printf = try catalog().formats.printf
    #expect(printf.conversions.contains("d") && printf.flags.contains("0"))
    for conversion in printf.conversions {
      for flag in printf.flags { #expect((try? PrintfFormat("%\(flag)\(conversion)")) != nil) }
    }
  }

  @Test func `it is cached and takes no parameters but the form`() throws {
    let tag = try #require(service.get("/v1/curves").fields[.eTag])
    #expect(service.get("/v1/curves", [.ifNoneMatch: tag]).status == 304)
    #expect(service.get("/v1/curves?as=json").status == 200)
    #expect(service.get("/v1/curves?curve=ease").text.contains("`curve` is unknown"))
    #expect(service.get("/v1/curves", [.accept: "image/svg+xml"]).status == 406)
  }
}
