import Foundation
import System

/// A token with these parts, signed.
func signedToken(
  _ payload: String, header: String = #"{"alg":"HS256","typ":"JWT"}"#, secret: String
) -> String {
  let parts = [header, payload].map { base64URL(Array($0.utf8)) }.joined(separator: ".")
  let code = SHA256(authenticating: parts.utf8Span.span, key: secret.utf8Span.span)
  return "\(parts).\(base64URL(code.bytes))"
}

private func base64URL(_ bytes: [UInt8]) -> String {
  Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
    .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
}
