import TextAnimation
import TextBytes

// What a frame is made of, as JSON.
extension LabelAppearance {
  func write(to json: inout UTF8Buffer, text: (inout UTF8Buffer) -> Void) {
    json.appendJSONObject { label in
      label.appendJSONName("text")
      label.appendJSONString(writtenBy: text)
      label.appendJSONMember("opacity", opacity)
      label.appendJSONMember("scale", scale)
      label.appendJSONMember("rotation", rotation)
      label.appendJSONMember("offsetX", offsetX)
      label.appendJSONMember("offsetY", offsetY)
    }
  }
}

extension Glyph {
  func write(to json: inout UTF8Buffer) {
    json.appendJSONObject { glyph in
      glyph.appendJSONMember("text", text)
      glyph.appendJSONMember("x", x)
      glyph.appendJSONMember("y", y)
      glyph.appendJSONMember("scale", scale)
      glyph.appendJSONMember("rotation", rotation)
      glyph.appendJSONMember("opacity", opacity)
    }
  }
}

extension TextRun {
  func write(to json: inout UTF8Buffer) {
    json.appendJSONObject { run in
      run.appendJSONMember("text", text)
      run.appendJSONMember("kind", kind.rawValue)
      run.appendJSONMember("changed", isChanged)
    }
  }
}

extension Column {
  /// Only a digit has `next` and `offset`, and only what appears or vanishes has an `opacity`.
  func write(to json: inout UTF8Buffer) {
    json.appendJSONObject { column in
      column.appendJSONMember("text", text)
      if let next, let offset {
        column.appendJSONMember("next", next)
        column.appendJSONMember("offset", offset)
      }
      if opacity < 1 { column.appendJSONMember("opacity", opacity) }
    }
  }
}
