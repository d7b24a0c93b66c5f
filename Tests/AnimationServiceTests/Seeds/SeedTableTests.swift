import Testing

/// `Tests/seeds.md` names a test for each row of the seeds, or the reason why it has none; each test must be there.
struct SeedTableTests {
  private let page: CitingPage

  init() throws {
    page = try CitingPage("Tests/seeds.md")
  }

  @Test func `every row has a test, or a reason where it is not for texts`() {
    #expect(page.rows.count > 90)
    for row in page.rows {
      let isTested = row.count == 3 && !CitingPage.tests(in: row[2]).isEmpty
      #expect((isTested || row.count == 2) && row.allSatisfy { !$0.isEmpty }, "\(row)")
    }
    #expect(page.rows.count { $0.count == 2 } < 20)
  }

  @Test func `every test it names exists`() throws {
    #expect(try page.missingTests() == [])
  }
}
