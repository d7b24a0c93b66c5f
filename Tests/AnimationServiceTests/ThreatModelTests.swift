import Deployment
import AnimationService
import Foundation
import Testing

/// `Config/threat-model.md` names settings and tests; each must be there.
struct ThreatModelTests {
  private let page: CitingPage

  init() throws {
    page = try CitingPage("Config/threat-model.md")
  }

  @Test func `every setting it names exists, and every limit is named`() {
    let named = Set(page.text.matches(of: /KINETYPE_[A-Z_]+/).map { String($0.0) })
    #expect(named.subtracting(Setting.all.map(\.environmentName)) == [])
    let limits = Setting.all.filter { $0.key.hasPrefix("maximum") || $0.key.hasSuffix("Timeout") }
    #expect(limits.count > 10)
    #expect(Set(limits.map(\.environmentName)).subtracting(named) == [])
  }

  @Test func `every threat has a cure and a test`() {
    #expect(page.rows.count > 20)
    for row in page.rows {
      #expect(row.count == 3 && row.allSatisfy { !$0.isEmpty }, "\(row)")
      #expect(!CitingPage.tests(in: row.last ?? "").isEmpty, "\(row)")
    }
  }

  @Test func `every test it names exists`() throws {
    #expect(CitingPage.tests(in: page.text).count > 30)
    #expect(try page.missingTests() == [])
  }
}
