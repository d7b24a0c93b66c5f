import Documents
import HTTPTypes
import LabelStore
import LiveLabels
import MicroHTTP
import Requests
import TextBytes

extension Endpoint {
  /// A label's picture at an address that ends as a picture's does, for what takes no other; a label of exactly that name
  /// has its `page` there.
  static func labelPictures(beside page: PreparedAsset) -> [Endpoint] {
    LabelRepresentation.endings.map { form in
      Endpoint(ofLabels: "/labels/{id}.\(form.name)", [Operation(.get, "", "")]) {
        request, labels, loop throws(Problem) in
        let name = request.path.split(separator: "/").last?.dropLast(form.name.count + 1) ?? ""
        let picture = { () throws(Problem) in
          try labels.show(LabelName(inPath: "/labels/\(name)"), as: form, for: request, on: loop)
        }
        // What is no name, or of a label that the client may not read, is as one that there is not.
        guard let own = try? LabelName(inPath: request.path) else { return try picture() }
        return try labels.find(own, for: request) { found throws(Problem) in
          guard case .success = found else { return try picture() }
          return .answer(page.response(to: request, compression: loop.answers.compression))
        }
      }
    }
  }
}

extension LabelRepresentation {
  /// Those that an address may end in.
  static let endings: [LabelRepresentation] = [.svg, .gif, .png]

  /// Whether a path is that of a label's picture.
  static func isPicture(_ path: String) -> Bool {
    path.hasPrefix("/labels/") && endings.contains { path.hasSuffix(".\($0.name)") }
  }
}

extension LabelService {
  /// Shows a label as it is now, in a form that the address says, or else the parameters or `Accept`.
  func show(
    _ name: LabelName, as told: LabelRepresentation? = nil, for request: Request, on loop: LoopServices
  ) throws(Problem) -> Step {
    var parameters = try RequestParameters(of: request, by: .labelReading, in: context.requests)
    if let told, parameters[Parameter.form] != nil {
      parameters.refuse("as", "cannot be given: the address says `.\(told.name)`")
    }
    let form =
      if let told { told } else {
        try LabelRepresentation.chosen(by: &parameters, accept: request.headerFields[.accept])
      }
    let seconds = parameters[Parameter.seconds]
    if form.picture == nil, seconds != nil {
      parameters.refuse("seconds", "needs a picture, such as `as=gif`")
    } else if form == .png, seconds ?? 0 > 0 {
      parameters.refuse("seconds", "can be 0 only with a PNG, which stands; `as=apng` moves")
    }
    try parameters.finish()
    let looks = PictureStyle(parameters)
    return try read(name, for: request, as: form.picture) { [self] history, maker throws(Problem) in
      let (label, now) = (history.newest, now)
      let document = label.document(at: now)
      var response = Response(headerFields: [
        .cacheControl: label.isPrivate ? "private, no-cache" : "no-cache", .vary: "Accept, Origin",
      ])
      if label.sealed.isAtRest(at: now),
        let tag = EntityTag(of: request, mediaType: form.mediaType, by: maker, content: document)?
          .text(ofVersion: label.version)
      {
        response.headerFields[.eTag] = tag
        let held = request.headerFields[.ifNoneMatch]?.elements(separatedBy: ",") ?? []
        if held.contains(where: { $0 == "*" || $0 == tag || $0 == "W/\(tag)" }) {
          response.status = .notModified
          return .answer(response)
        }
      } else {
        // What moves has another text at each moment, and 304 for none of them.
        response.headerFields[.eTag] = "W/\"\(label.version)\""
        if form.picture != nil, !label.isPrivate { response.headerFields[.cacheControl] = "public, max-age=1" }
      }
      response.headerFields[.contentType] = form.mediaType
      if !label.isForAnyPage { response.headerFields[.crossOriginResourcePolicy] = "same-origin" }
      guard let picture = form.picture else {
        response.body = .bytes(form == .json ? document : label.text(at: now))
        return .answer(response)
      }
      let film = LabelFilm(label, from: now, seconds: form == .png ? 0 : seconds, looks, as: picture)
      return try step(drawing: film, as: response, for: request, on: loop)
    }
  }

  /// Draws once for all who ask in the same way while it shows the same, unless it is private.
  private func step(
    drawing film: LabelFilm, as head: Response, for request: Request, on loop: LoopServices
  ) throws(Problem) -> Step {
    let drawn = { [work] () throws(Problem) -> Step in
      try work.step(of: film, sharedAs: film.key) { film, bench throws(Problem) in
        try film.content(by: &bench)
      } then: { _, content in
        var response = head
        response.body = content.body
        return .answer(response)
      }
    }
    return try film.label.isPrivate ? drawn() : loop.answers.step(for: request, at: film.moment, drawn)
  }
}

/// A picture of a label from a time on.
private struct LabelFilm: Sendable {
  let label: ReadableLabel
  private let start: LabelTime
  private let seconds: Double?
  private let looks: PictureStyle
  private let form: SequenceRepresentation

  init(
    _ label: ReadableLabel, from time: LabelTime, seconds: Double?, _ looks: PictureStyle,
    as form: SequenceRepresentation
  ) {
    (self.label, self.seconds, self.looks, self.form) = (label, seconds, looks, form)
    start = label.sealed.pictureStart(at: time)
  }

  /// All that it shows follows from it, beside what it was asked for.
  var moment: String { "\(label.version) \(label.sealed.changeStart.microseconds) \(start.microseconds)" }

  /// Tells it from all others.
  var key: String { "\(label.sealed.name) \(moment) \(form.name) \(seconds?.description ?? "") \(looks)" }

  func content(by bench: inout Workbench) throws(Problem) -> DocumentContent {
    defer { bench.meter.blame(.seconds) }
    guard bench.meter.demand(form.leastUnits, .form) else { return .whole([]) }
    do throws(Problem) {
      let (sequence, style) = try label.pictured(from: start, seconds: seconds, looks, spending: &bench.meter)
      return try bench.content(of: AnimationList(sequence), as: form, .safe, style)
    } catch {
      throw error.naming("seconds", for: "duration")
    }
  }
}

extension Problem {
  /// The same where what is wrong has another name.
  fileprivate func naming(_ name: String, for other: String) -> Problem {
    guard !errors.isEmpty else { return self }
    return .invalidParameters(
      errors.map { $0.parameter == other ? ParameterProblem(parameter: name, detail: $0.detail) : $0 })
  }
}
