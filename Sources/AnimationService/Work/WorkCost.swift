import TextAnimation

// Estimates of what work takes, in nanoseconds, from what is known before it begins. They need the right order of
// magnitude only: they decide what is computed off the event loop.

extension AnimationRequest {
  /// What preparing takes: two texts are read and matched; a search for distinct frames may look through a second's worth.
  var preparationCost: Int {
    let bytes = (source?.utf8.count ?? 0) + target.utf8.count
    return (isDistinct ? 20_000_000 : 0) + 50_000 * markers.count + 100 * bytes
  }
}

extension AnimationListRequest {
  /// What preparing all takes.
  var preparationCost: Int { elements.indices.reduce(0) { $0 + 5_000 + elements[$1].request.preparationCost } }
}

extension PreparedSequence {
  /// What a document of all frames takes: their times, their texts, and what else each says of every character.
  var documentCost: Int {
    let bytes = sequence.animation.source.utf8.count + sequence.animation.target.utf8.count
    let hasCharacters = details.glyphs != nil || details.columns != nil
    return (sequence.count ?? 0) * (500 + (hasCharacters ? 2_000 : 5) * bytes) + 45 * digitCount
  }
}

extension AnimationList {
  /// What a document of all takes.
  var documentCost: Int { elements.reduce(0) { $0 + 2_000 + $1.prepared.documentCost } }
}
