import TextAnimation
import TextBytes

/// The pieces of a picture, each with the ways of its numbers through all frames.
struct MovingPicture: Sendable {
  /// The pieces, those of one window together.
  private(set) var layers: [PictureLayer] = []
  private(set) var layout = PictureLayout()
  /// Seconds from the first frame to the last.
  let seconds: Double

  /// Follows each piece through the frames; it ends early once nothing is left to be spent.
  ///
  /// The first frame is shown at 0 seconds, when `elapsed` are over.
  init(_ maker: PictureMaker, _ progresses: [Double]?, from first: Int, since elapsed: Double, _ meter: inout Meter) {
    var maker = maker
    let sequence = maker.prepared.sequence
    let count = sequence.count ?? 0
    seconds = max(sequence.time(of: count - 1) - elapsed, 0)
    var live: [Int] = []
    var time = 0.0
    for index in first..<count {
      let (before, now) = (time, max(sequence.time(of: index) - elapsed, 0))
      let frame = maker.frame(index, progress: progresses?[index])
      guard meter.spend(frame.units, .frames) else { break }
      layout.include(frame)
      live = follow(frame.pieces, live, from: before, to: now)
      time = now
    }
    layers = layers.enumerated().sorted {
      let (left, right) = ($0.element.window?.top ?? -.infinity, $1.element.window?.top ?? -.infinity)
      return left == right ? $0.offset < $1.offset : left < right
    }.map(\.element)
  }

  /// Finds for each piece of a frame the layer that it continues, or begins one.
  private mutating func follow(
    _ pieces: [PicturePiece], _ live: [Int], from before: Double, to now: Double
  ) -> [Int] {
    var rest: [PicturePiece.Content: ArraySlice<Int>]?
    var next: [Int] = []
    var cursor = 0
    for piece in pieces {
      // Most pieces follow the one that they followed before.
      var found = live[min(cursor, live.count)...].prefix(4).first { layers[$0].isFree(at: now, near: piece, 0.5) }
      if let found {
        while live[cursor] != found { cursor += 1 }
        cursor += 1
      } else {
        if rest == nil { rest = Dictionary(grouping: live) { layers[$0].content }.mapValues { $0[...] } }
        while let first = rest?[piece.content]?.first, layers[first].time == now { rest?[piece.content]?.removeFirst() }
        // Like pieces stand in order, so few of them have to be compared.
        found = rest?[piece.content]?.prefix(8).filter { layers[$0].isFree(at: now, near: piece, 3) }
          .min { layers[$0].distance(to: piece) < layers[$1].distance(to: piece) }
      }
      if let found {
        layers[found].append(piece, at: now)
      } else {
        layers.append(PictureLayer(piece, appearing: now, after: before))
      }
      next.append(found ?? layers.count - 1)
    }
    for layer in live where layers[layer].time < now { layers[layer].vanish(at: now) }
    return next
  }
}

/// One piece of a picture on its way through the frames.
struct PictureLayer: Sendable {
  let content: PicturePiece.Content
  let width: Double
  let pivot: (x: Double, y: Double)
  private(set) var window: PictureWindow?
  private(set) var x = PictureTrack(tolerance: 0.003)
  private(set) var y = PictureTrack(tolerance: 0.003)
  private(set) var opacity = PictureTrack(tolerance: 0.01)
  private(set) var scale = PictureTrack(tolerance: 0.005)
  private(set) var rotation = PictureTrack(tolerance: 0.25)
  private(set) var position = PictureTrack(tolerance: 0.006)
  private var place: Int?
  /// When the last frame was shown that has it.
  fileprivate private(set) var time: Double

  /// Begins with a piece that the frame before did not have.
  fileprivate init(_ piece: PicturePiece, appearing now: Double, after before: Double) {
    (content, width, pivot, window, place, time) = (
      piece.content, piece.width, piece.pivot, piece.window, piece.place, now
    )
    if now > 0 {
      opacity.append(0, at: 0)
      // What is seen clearly at once was not on its way before.
      opacity.append(0, at: min(piece.opacity, piece.scale) > 0.5 ? now : before)
      opacity.commit()
    }
    append(piece, at: now)
  }

  /// Goes on with the piece of a later frame.
  fileprivate mutating func append(_ piece: PicturePiece, at now: Double) {
    x.append(piece.x, at: now)
    y.append(piece.y, at: now)
    opacity.append(piece.opacity, at: now)
    scale.append(piece.scale, at: now)
    rotation.append(piece.rotation, at: now)
    if case .wheel(_, let base) = content { turn(to: piece.position, of: Double(base), at: now) }
    window = window ?? piece.window
    (place, time) = (piece.place, now)
  }

  /// Ends where a frame does not have it any more.
  fileprivate mutating func vanish(at now: Double) {
    let last = (opacity.last ?? 0, scale.last ?? 0)
    if min(last.0, last.1) > 0.5 { opacity.leap(from: last.0, to: 0, at: now) } else { opacity.append(0, at: now) }
  }

  /// Turns a wheel the shorter way, and leaps back where it begins again.
  private mutating func turn(to value: Double, of base: Double, at now: Double) {
    guard let last = position.last else { return position.append(value, at: now) }
    let way = value - last
    if abs(way) > base / 2 {
      let isForward = way < 0
      let edge = isForward ? base : 0
      let share = abs(edge - last) / (base - abs(way))
      position.leap(from: edge, to: base - edge, at: time + (now - time) * share)
    }
    position.append(value, at: now)
  }

  /// How unlike a piece is to go on with it, in font sizes or places.
  fileprivate func distance(to piece: PicturePiece) -> Double {
    guard piece.content == content else { return .infinity }
    if let place, let other = piece.place { return place == other ? 0 : .infinity }
    return abs((x.last ?? 0) - piece.x) + abs((y.last ?? 0) - piece.y)
  }

  /// Whether a piece can go on with it that is so far away at most.
  fileprivate func isFree(at now: Double, near piece: PicturePiece, _ limit: Double) -> Bool {
    time < now && distance(to: piece) < limit
  }
}
