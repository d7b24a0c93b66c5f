import Testing
import TextBytes

struct MeterTests {
  @Test func `work goes on until its units are spent, and then never again`() {
    var meter = Meter(limit: 100)
    #expect(meter.spend(60, .texts) && meter.spend(40, .frames))
    #expect(meter.left == 0 && !meter.isExhausted)
    let mayGoOn = meter.spend(1, .distinct)
    #expect(!mayGoOn && meter.blamed == .distinct)
    let mayGoOnLater = meter.spend(0, .frames)
    #expect(!mayGoOnLater && meter.blamed == .distinct)
    #expect(meter.spent == 101)
  }

  @Test func `work that is known to take more than is left does not begin, and takes nothing`() {
    var meter = Meter(limit: 100)
    meter.spend(40, .texts)
    #expect(meter.demand(60, .frames) && meter.spent == 40)
    let mayBegin = meter.demand(61, .distinct)
    #expect(!mayBegin && meter.spent == 40 && meter.blamed == .distinct)
    let mayGoOn = meter.spend(1, .frames)
    #expect(!mayGoOn && meter.blamed == .distinct)
  }

  @Test func `no number of units overflows`() {
    var meter = Meter(limit: .max)
    for _ in 0..<10_000 { meter.spend(.max, .texts) }
    meter.spend(.min, .texts)
    #expect(meter.spent == 1 << 60 && !meter.isExhausted && meter.left > 0)
  }

  @Test func `something else is blamed only where nothing is left`() {
    var meter = Meter(limit: 1)
    meter.blame(.animations)
    #expect(meter.blamed == nil)
    meter.spend(2, .texts)
    meter.blame(.animations)
    #expect(meter.blamed == .animations)
  }
}
