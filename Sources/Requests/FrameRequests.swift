package import Documents
package import FrameScheduling
import TextAnimation
package import TextBytes
import Timing

/// All frames of some animations as a document.
package struct FramesRequest: Sendable {
  package let animations: AnimationListRequest
  package let form: SequenceRepresentation
  package let csvTexts: CSVTexts
  package let picture: PictureStyle

  package init(
    _ parameters: consuming RequestParameters, accept: String?, in context: RequestContext, spending meter: inout Meter
  ) throws(Problem) {
    let isList = parameters[Parameter.animations] != nil
    form = try .chosen(
      by: &parameters, accept: accept,
      among: isList ? SequenceRepresentation.ofSeveral : SequenceRepresentation.allCases)
    csvTexts = parameters[Parameter.csv] ?? .safe
    picture = parameters.takePicture(form)
    animations = try AnimationListRequest(&parameters, mayBeEndless: false, in: context, spending: &meter)
  }
}

/// One frame of each of some animations.
package struct FrameRequest: Sendable {
  package let animations: AnimationListRequest
  package let position: FramePosition

  package init(
    _ parameters: consuming RequestParameters, accept: String?, in context: RequestContext, spending meter: inout Meter
  ) throws(Problem) {
    _ = try JSONRepresentation.chosen(by: &parameters, accept: accept)
    position = FramePosition(&parameters)
    animations = try AnimationListRequest(&parameters, mayBeEndless: true, in: context, spending: &meter)
  }
}

/// The frames of some animations, each when it is due.
package struct StreamRequest: Sendable {
  package let animations: AnimationListRequest
  package let form: StreamRepresentation
  package let late: FramePacer.LatePolicy
  /// The last frame that the client has seen.
  package let lastEventID: String?

  package init(
    _ parameters: consuming RequestParameters, accept: String?, in context: RequestContext, spending meter: inout Meter
  ) throws(Problem) {
    form = try StreamRepresentation.chosen(by: &parameters, accept: accept)
    late = parameters[Parameter.late] ?? .skip
    lastEventID = parameters[Parameter.lastEventID]
    animations = try AnimationListRequest(&parameters, mayBeEndless: true, in: context, spending: &meter)
  }
}

extension FramePosition {
  /// Takes `index`, `time` or `position`; that none or more than one is given is noted with the parameters.
  package init(_ parameters: inout RequestParameters) {
    let names = Self.names.filter { parameters.has($0.mark) }.map(\.name)
    for name in names.dropFirst() { parameters.refuse(name, "cannot be combined with `\(names[0])`") }
    if names.isEmpty { parameters.refuse("index", "is required, or `time`, or `position`") }
    self =
      parameters[Parameter.index].map(Self.index) ?? parameters[Parameter.time].map(Self.time)
      ?? .position(parameters[Parameter.position] ?? parameters[Parameter.progress] ?? 0)
  }

  private static let names = ["index", "time", "position", "progress"].map {
    (name: $0, mark: ParameterSet(named: [$0]))
  }
}

extension ShownCurve {
  /// Takes the parameters; a spring has to settle within so many seconds, unless a duration is given.
  package init(_ parameters: consuming RequestParameters, settlingWithin longest: Double) throws(Problem) {
    let (written, curve) = (parameters.manner.curve.text, parameters.manner.curve.curve)
    if !parameters.has(.curve) {
      parameters.refuse("curve", "is required, such as `ease-out` or `spring(1, 100, 10)`")
    }
    let settling = curve.settlingDuration(within: Settling.visibleShare) ?? 1
    if parameters[Parameter.samplingDuration] == nil, settling > longest {
      parameters.refuse("curve", curve.settlingRefusal(within: longest))
    }
    try parameters.finish()
    self.init(
      text: written, curve: curve, duration: parameters[Parameter.samplingDuration] ?? max(settling, 0.001),
      sampleCount: parameters[Parameter.sampleCount] ?? 101)
  }
}

extension ParameterSet {
  fileprivate static let curve = ParameterSet(named: ["curve"])
}
