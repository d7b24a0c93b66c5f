import Dispatch
import HTTPTypes
import MicroHTTP
import TextAnimation
import WrittenNumbers
import Interpolation
import TextBytes
import Testing
import Timing

@testable import Deployment
@testable import AnimationService

/// What a user of the package adds in one file and names in a request.
struct ExtensionTests {
  private struct Waver: Easing {
    func progress(at fraction: Double) -> Double { fraction < 0.5 ? 0.25 : fraction < 1 ? 0.75 : 1 }
  }

  private struct Bar: TextInterpolator {
    func prepare(
      from source: String, to target: String, spending meter: inout Meter
    ) throws(NotAnimatable) -> any TextInterpolation {
      try meter.charge(source, target)
      guard let width = Int(target) else { throw NotAnimatable(reason: "a bar needs its width") }
      return Filling(width: width)
    }

    private struct Filling: TextInterpolation {
      let width: Int
      var threshold: Double { 0.5 / Double(max(width, 1)) }

      func write(at progress: Double, to text: inout UTF8Buffer) {
        text.append(repeating: UInt8(ascii: "#"), count: Int(min(max(progress, 0), 1) * Double(width)))
      }
    }
  }

  private func respond(_ query: String) -> Answer { respond(to: Request(path: "/v1/frames", query: query)) }

  private func respond(to request: Request, replacing names: [String] = []) -> Answer {
    var curves = CurveCatalog.standard
    for name in names { curves.register(CurveEntry(name, summary: "Waits, then goes.") { _ in Waver() }) }
    curves.register(CurveEntry("waver", summary: "Waits, then goes.") { _ in Waver() })
    var interpolators = InterpolatorCatalog.standard
    interpolators.register("bar", summary: "A bar that grows.") { _ in Bar() }
    interpolators.register("typed", summary: "A bar, one by one.", isTyped: true) { _ in Bar() }
    interpolators.register("aligned", summary: "A bar with an end.", takes: .alignment) { _ in Bar() }
    var settings = Settings()
    settings.cacheEntries = 0
    let context = ServiceContext(settings: settings, curves: curves, interpolators: interpolators)
    let queue = DispatchQueue(label: "test")
    let handler = LoopHandler(context, queue: queue)
    return Answer(handler.respond(to: request).completed(on: queue))
  }

  @Test func `an own curve and an own interpolation are named in a request`() {
    #expect(
      respond("from=&to=8&interpolation=bar&curve=waver&fps=4&duration=1&as=text").text
        == "\n##\n######\n######\n8\n")
  }

  @Test func `a page asks for a curve that has taken the place of another, and computes others`() {
    let known = [
      "'linear cubic-bezier", "ease-out 0 0 0.58 1", "default 0.25 0.1 0.25 1", "spring mass:1:0.01:1000:0",
      "bouncy duration",
    ]
    let file = Request(path: "/kinetype-curves.js")
    let (usual, own) = (respond(to: file).text, respond(to: file, replacing: ["ease-out", "spring", "linear"]).text)
    for text in known { #expect(usual.contains(text), "\(text)") }
    #expect(known.filter(own.contains) == ["default 0.25 0.1 0.25 1", "bouncy duration"])
    #expect(own.contains("'cubic-bezier'.split"))
  }

  /// The answer of a service whose own curve and interpolation differ from another's in nothing but what they do.
  private func frames(_ query: String, exponent: Double = 2, shift: Double = 0, holding tag: String? = nil) -> Answer {
    struct Power: Easing {
      let exponent: Double
      func progress(at fraction: Double) -> Double { fraction == 1 ? 1 : fraction < 0.5 ? 0 : fraction / exponent }
    }
    struct Shifted: TextInterpolator {
      struct Shown: TextInterpolation {
        let target: String
        let shift: Double
        var threshold: Double { 0.01 }
        func write(at progress: Double, to text: inout UTF8Buffer) {
          text.append(contentsOf: progress < 1 ? "\(progress + shift)" : target)
        }
      }
      let shift: Double
      func prepare(from source: String, to target: String, spending meter: inout Meter) -> any TextInterpolation {
        Shown(target: target, shift: shift)
      }
    }
    var curves = CurveCatalog.standard
    curves.register(CurveEntry("power", summary: "A power.") { _ in Power(exponent: exponent) })
    var interpolators = InterpolatorCatalog.standard
    interpolators.register("shifted", summary: "A number.") { _ in Shifted(shift: shift) }
    let queue = DispatchQueue(label: "test")
    let handler = LoopHandler(
      ServiceContext(settings: Settings(), curves: curves, interpolators: interpolators), queue: queue)
    var request = Request(path: "/v1/frames", query: query)
    request.headerFields[.ifNoneMatch] = tag
    return Answer(handler.respond(to: request).completed(on: queue))
  }

  @Test(arguments: ["to=9&curve=power&fps=4", "to=9&interpolation=shifted&fps=4", "to=9&as=svg"])
  func `who holds frames of curves and interpolations that do something else gets those of these`(
    query: String
  ) throws {
    let held = try #require(frames(query).fields[.eTag])
    #expect(frames(query, holding: held).status == 304)
    #expect(frames(query, exponent: 3, holding: held).status == 200)
    #expect(frames(query, shift: 1, holding: held).status == 200)
  }

  @Test func `its refusal is the reason in the answer`() {
    #expect(respond("from=&to=x&interpolation=bar").text.contains(#""reason":"a bar needs its width; "#))
  }

  @Test(arguments: [
    ("bar", "seed=7", false), ("bar", "direction=up", true), ("bar", "align=right", true),
    ("aligned", "seed=7", true), ("aligned", "direction=up", true), ("aligned", "align=right", false),
  ])
  func `a parameter that it does not take is warned of`(name: String, parameter: String, isWarned: Bool) {
    let text = respond("from=&to=8&interpolation=\(name)&duration=0.1&\(parameter)").text
    #expect(text.contains("has no effect") == isWarned, "\(text)")
  }

  @Test(arguments: [("bar", true), ("typed", false)])
  func `what is typed is moved by no spring, in a label and in the module`(name: String, isSprung: Bool) {
    let body = Array("{\"to\":\"8\",\"interpolation\":\"\(name)\"}".utf8)
    var fields: HeaderFields = [.contentType: "application/json", .contentLength: String(body.count)]
    fields[named: "Host"] = "localhost:8080"
    let put = Request(
      method: .put, path: "/v1/labels/a", headerFields: fields, body: body, remoteAddress: "127.0.0.1")
    let label = respond(to: put)
    #expect(label.status == 201)
    #expect(label.text.contains(#""curve":"smooth(0.6)""#) == isSprung)
    let module = respond(to: Request(path: "/kinetype-play.js")).text
    #expect(module.contains(#/TYPED = '[^']*\btyped'/#))
  }
}
