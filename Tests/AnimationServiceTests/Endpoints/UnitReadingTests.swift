import Testing

/// How numbers with units are read and shown, as a client sees it.
struct UnitReadingTests {
  private let service = TestService()

  @Test func `a number is shown in the unit that fits`() {
    #expect(service.texts("from=10 MB&to=2 GB") == ["10 MB", "1 GB", "2 GB"])
    #expect(service.texts("from=10 MB&to=1 GB") == ["10 MB", "505 MB", "1 GB"])
    #expect(service.texts("from=10 KB&to=2 GB&fps=100&duration=10")[1] == "2 MB")
    #expect(service.texts("from=512 KiB&to=2 MiB")[1] == "1 MiB")
    #expect(service.texts("from=900 ms&to=1.2 s") == ["900 ms", "1.1 s", "1.2 s"])
    #expect(service.texts("from=900 ms&to=1.0 s") == ["900 ms", "950 ms", "1.0 s"])
    #expect(service.texts("from=5K&to=1.2M") == ["5K", "603K", "1.2M"])
    #expect(service.texts("from=900&to=1.2K") == ["900", "1.1K", "1.2K"])
    #expect(service.texts("from=999.5 MB&to=1.0 GB&fps=10").contains { $0.hasPrefix("1000") } == false)
    #expect(
      service.texts("from=1.5 hours&to=40 minutes&fps=5") == [
        "1.5 hours", "1.3 hours", "1.2 hours", "1.0 hours", "50 minutes", "40 minutes",
      ])
  }

  @Test func `units as words are shown in the unit and the form that fit`() {
    #expect(
      service.texts("from=30 seconds&to=2 minutes&duration=9&fps=10&frames=distinct")
        == (30...59).map { "\($0) seconds" } + ["1 minute", "2 minutes"])
    #expect(service.texts("from=1 hour&to=30 seconds") == ["1 hour", "30 minutes", "30 seconds"])
    #expect(service.texts("from=3 hours&to=1 day&fps=21&frames=distinct") == (3...23).map { "\($0) hours" } + ["1 day"])
    #expect(service.texts("from=Wait 900 Milliseconds!&to=Wait 2 Seconds!")[1] == "Wait 1 Second!")
    #expect(service.texts("from=WAIT 40 SECONDS&to=WAIT 1 MINUTE")[1] == "WAIT 50 SECONDS")
    #expect(service.texts("from=1 sec&to=2 mins&fps=3") == ["1 sec", "41 secs", "1 min", "2 mins"])
    #expect(service.texts("from=30 sec&to=90 min&fps=3") == ["30 sec", "30 min", "60 min", "90 min"])
    #expect(service.texts("from=11 months&to=3 years&fps=5")[1...2] == ["1 year", "2 years"])
    #expect(service.texts("from=900 thousand&to=1.2 million") == ["900 thousand", "1.1 million", "1.2 million"])
    #expect(
      service.texts("from=500 kilobytes&to=1.5 megabytes") == ["500 kilobytes", "1.0 megabytes", "1.5 megabytes"])
  }

  @Test func `a unit goes on as far as a text shows`() {
    #expect(service.texts("from=1 hour&to=90 minutes&fps=3") == ["1 hour", "70 minutes", "80 minutes", "90 minutes"])
    #expect(service.texts("from=90 minutes&to=1 hour&fps=3") == ["90 minutes", "80 minutes", "70 minutes", "1 hour"])
    #expect(
      service.texts("from=2 days&to=36 hours&fps=4") == ["2 days", "45 hours", "42 hours", "39 hours", "36 hours"])
    #expect(
      service.texts("from=2 days&to=36 hours&frames=distinct&duration=60")
        == ["2 days"] + (36...47).reversed().map { "\($0) hours" })
    #expect(service.texts("from=2 km&to=1000 m") == ["2 km", "1500 m", "1000 m"])
    #expect(service.texts("from=1000 ms&to=2 s") == ["1000 ms", "1500 ms", "2 s"])
    #expect(service.texts("from=18 months&to=2 years&frames=distinct&duration=60").count == 7)
    #expect(service.texts("from=18 months&to=5 years&fps=3")[1...2] == ["3 years", "4 years"])
    // 1 minute would be less than the 80 seconds before it.
    #expect(
      service.texts("from=80 seconds&to=4 minutes&frames=distinct&duration=60")
        == (80...90).map { "\($0) seconds" } + ["2 minutes", "3 minutes", "4 minutes"])
    #expect(service.texts("from=-90 minutes&to=1 hour&fps=3")[1...2] == ["-40 minutes", "10 minutes"])
  }

  @Test func `a unit that both texts have takes the form that fits`() {
    #expect(service.texts("from=2 days&to=0 days&fps=2") == ["2 days", "1 day", "0 days"])
    #expect(service.texts("from=In 4 Seconds&to=In 1 Second&fps=3")[1...2] == ["In 3 Seconds", "In 2 Seconds"])
    #expect(service.texts("from=0.0 hours&to=2.0 hours") == ["0.0 hours", "1.0 hours", "2.0 hours"])
    #expect(service.texts("from=1 hour 58 minutes&to=2 hours 4 minutes&fps=6")[3] == "2 hours 1 minute")
    #expect(service.texts("from=3 feet 3 inches&to=2 feet 11 inches&fps=4")[2] == "3 feet 1 inch")
    #expect(
      service.texts("from=1 year 11 months&to=2 years 1 month") == [
        "1 year 11 months", "2 years 0 months", "2 years 1 month",
      ])
    #expect(
      service.texts("from=1 week 6 days&to=2 weeks 1 day") == ["1 week 6 days", "2 weeks 0 days", "2 weeks 1 day"])
    #expect(service.texts("from=1 Minute&to=3 Minuten") == ["1 Minute", "2 Minuten", "3 Minuten"])
    // Symbols, and what is no English, stay as they are.
    #expect(service.texts("from=2 min&to=0 min")[1] == "1 min")
    #expect(service.texts("from=2 day&to=0 day")[1] == "1 day")
    #expect(service.texts("from=2 pence&to=0 pence")[1] == "1 pence")
    #expect(service.texts("from=9 seconds&to=11 seconds&interpolation=odometer")[1] == "10 seconds")
  }

  @Test func `falling units of any kind carry`() {
    #expect(service.texts("from=12 kg 500 g&to=13 kg 200 g") == ["12 kg 500 g", "12 kg 850 g", "13 kg 200 g"])
    #expect(service.texts("from=1 m 80 cm&to=2 m 4 cm") == ["1 m 80 cm", "1 m 92 cm", "2 m 4 cm"])
    #expect(service.texts("from=1 km 950 m&to=2 km 50 m")[1] == "2 km 0 m")
    #expect(service.texts("from=1 GB 900 MB&to=2 GB 100 MB")[1] == "2 GB 0 MB")
    #expect(service.texts("from=80 cm&to=1 m 20 cm")[1] == "1 m 0 cm")
    #expect(service.texts("from=4 m 59 s&to=5 m 1 s")[1] == "5 m 0 s")
    #expect(service.texts("from=1 kg 2 m&to=3 kg 4 m")[1] == "2 kg 3 m")
  }

  @Test func `a comma or a word stands between falling units`() {
    #expect(
      service.texts("from=1 hour, 59 minutes&to=2 hours, 3 minutes")
        == ["1 hour, 59 minutes", "2 hours, 1 minute", "2 hours, 3 minutes"])
    #expect(service.texts("from=2 hours and 5 minutes&to=1 hour and 55 minutes")[1] == "2 hours and 0 minutes")
    #expect(service.texts("from=45 minutes&to=1 hour and 17 minutes")[1] == "1 hour and 1 minute")
    #expect(
      service.texts("from=1 day, 23 hours, and 59 minutes&to=2 days, 0 hours, and 3 minutes")[1]
        == "2 days, 0 hours, and 1 minute")
    #expect(service.texts("from=1 hour or 20 minutes&to=3 hours or 40 minutes")[1] == "2 hours or 30 minutes")
  }

  #if LocaleFormats
    @Test func `the locale tells the words for units`() {
      #expect(
        service.texts("locale=de&from=30 Sekunden&to=2 Minuten&frames=distinct&duration=20")
          == (30...59).map { "\($0) Sekunden" } + ["1 Minute", "2 Minuten"])
      #expect(
        service.texts("locale=ru&from=20 секунд&to=2 минуты&fps=9")
          == [
            "20 секунд", "31 секунда", "42 секунды", "53 секунды", "1 минута", "1 минута", "1 минута", "2 минуты",
            "2 минуты", "2 минуты",
          ])
      #expect(service.texts("locale=pl&from=3 dni&to=0 dni&fps=3") == ["3 dni", "2 dni", "1 dzień", "0 dni"])
      #expect(service.texts("locale=fr&from=2 secondes&to=0 seconde") == ["2 secondes", "1 seconde", "0 seconde"])
      #expect(service.texts("locale=ja&from=30秒&to=2分&fps=9")[1...3] == ["40秒", "50秒", "1分"])
      #expect(service.texts("locale=es&from=1 hora 58 minutos&to=2 horas 4 minutos&fps=6")[3] == "2 horas 1 minuto")
      // English words are English in any locale.
      #expect(service.texts("locale=ru&from=2 days&to=0 days") == ["2 days", "1 day", "0 days"])
    }
  #endif
}
