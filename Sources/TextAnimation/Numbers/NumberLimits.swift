/// What keeps every frame cheap, whatever numbers a client sends.
public enum NumberLimits {
  /// The most digits one number may be written with; a frame between two such numbers costs about six microseconds.
  public static let digits = 400

  /// The most digits a format may ask for: its width, its precision, its zeros.
  public static let formatDigits = 400
}
