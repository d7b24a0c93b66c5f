/// Words that are known whatever the language of the numbers.
package enum KnownWords {
  /// The codes of ISO 4217 that are money of today, some others, and what people write in letters.
  package static let money = Set(
    """
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY \
    COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS \
    INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP \
    MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR \
    SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND \
    VUV WST XAF XCD XOF XPF YER ZAR ZMW BTC ETH USDT USDC Rp RM S/ S/. B/. Kč kr kr. Kr Kr. zł Ft Lei lei Fr Fr. SFr SFr. \
    Rs Rs. R Bs Bs. Gs Gs. FCFA CFA CFPF KSh Ksh TSh USh NT NTD RMB TL ден лв лв. руб. руб р. грн грн. din din. KM kn дин. \
    د.إ. د.ب. د.ت. د.ج. د.ع. د.ك. د.ل. د.م. ر.س. ر.ع. ر.ق. ر.ي. ج.م. ل.ل. ل.س. ج.س. د.أ. ریال 円 元 원 บาท đ VNĐ \
    Euro euro EURO euros Euros reais rupiah pesos kroner kronor lira lire đồng
    """.split(separator: " ").map(String.init))

  /// Money beside which a point before three digits may begin a fraction as well as group.
  package static let moneyOfAnyPoint = unevenMoney.union(["USD", "GBP", "ALL", "CUP", "TOP", "TRY", "Fr"])

  /// Money of thousandths, what is measured finer than by hundredths, and letters that are other units, too.
  static let unevenMoney: Set = [
    "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND", "BTC", "ETH", "USDT", "USDC", "₿", "¢", "KM", "kn", "R",
    "L", "din",
  ]

  /// Money that has no hundredths, or is written like some that has none.
  static let moneyWithoutCents = Set(
    """
    BIF CLP DJF GNF ISK JPY KMF KPW KRW PYG RWF UGX VND VUV XAF XOF XPF IRR ¥ ￥ JP¥ 円 ₩ ￦ 원 ₫ đ đồng VNĐ ₲ Gs Gs. FCFA CFA \
    CFPF USh Ft ریال د.ب. د.ت. د.ع. د.ك. د.ل. د.أ. ر.ع.
    """.split(separator: " ").map(String.init))

  /// What stands before the number of a release that is no version yet, in lower case.
  package static let releases: Set = ["rc", "alpha", "beta", "pre", "preview", "dev", "build", "b", "a", "snapshot"]

  /// What people write for hundredths and tenths of money, in lower case.
  package static let partsOfMoney: Set = [
    "cent", "cents", "ct", "centime", "centimes", "céntimos", "centavos", "centesimi", "cêntimos", "pence", "penny",
    "øre", "öre", "kopeck", "коп", "копеек", "копейки", "копейка", "копійок", "грош", "groszy", "gr", "haléřů", "kuruş",
    "paise", "पैसे", "sen", "角", "分", "毛", "銭",
  ]

  /// What stands between a price and what costs it.
  package static let each: Set = ["per", "pro", "je", "par", "por", "each"]

  /// What makes an ordinal of a number in one character.
  package static let ordinalMarks: Set<Unicode.Scalar> = ["º", "ª"]

  /// What makes an ordinal of a number in letters directly behind it, in lower case: those of ICU and what else people write.
  package static let ordinalSuffixes: Set = [
    "er", "re", "ère", "ere", "nd", "nde", "e", "è", "ème", "eme", "ième", "st", "rd", "th", "ste", "de", "ος", "η",
    "ο", "ης", "ου", "ый", "ой", "й", "ая", "я", "ое", "го", "ви", "ри", "ти", "ше", "ге", "ші", "шы", "инчи", "րդ",
    "ին", "ıncı", "inci", "uncu", "üncü", "ncı", "nci", "cı", "ci", "cu", "cü", "वां", "वीं", "ला", "रा", "था", "ú", "ኛ",
    "번째", "回目", "番目",
  ]

  /// What makes an ordinal of the first day of a month, in languages that count the others.
  package static let firstOfMonth = ["er", "º", "°", ".º"]

  /// What makes the hour of a day of a number, in lower case.
  package static let hours: Set = ["uhr", "時", "时", "点", "點", "시", "นาฬิกา"]

  /// What stands before the time of a day, in lower case.
  package static let clocks: Set = [
    "kl", "klo", "klokken", "klockan", "alle", "ore", "ora", "hora", "ώρα", "godz", "pukul", "jam", "plkst",
    "saat", "kell", "kello", "klokka", "às",
  ]

  /// What stands behind the time of a day, of which a point or a colon may part the fields.
  package static let clocksBehind: Set = [
    "Uhr", "uur", "hod", "น", "Z", "UTC", "GMT", "CET", "CEST", "EET", "EEST", "BST", "MSK", "WIB", "WITA", "WIT",
    "JST", "KST", "EST", "EDT", "CDT", "PST", "PDT", "ET", "PT",
  ]
  static let clockHeads = WordHeads(hours.union(clocksBehind))

  /// What stands behind other numbers as well, such as points, so that no hour alone is told by it.
  static let clocksAndMore: Set = ["点", "點", "Z", "ET", "PT"]

  static func isClock(_ word: String) -> Bool { clocksBehind.contains(word) || hours.contains(word.lowercased()) }

  /// The halves of the day that stand behind a time, in letters that tell the language, without their points.
  static let halvesBehindTimes = ["πμ", "μμ"]

  /// The halves of the day that stand in front of a time, in letters that tell the language: the hours of Japan begin at
  /// zero, where a text does not show otherwise.
  static let halvesBeforeTimes = [("오전", "오후", false), ("午前", "午後", true), ("上午", "下午", false)].flatMap {
    [
      (name: $0, other: $1, isAfternoon: false, startsAtZero: $2),
      (name: $1, other: $0, isAfternoon: true, startsAtZero: $2),
    ]
  }

  /// What stands between a date and its time in the languages of CLDR, and behind years.
  package static let betweenDateAndTime: Set = [
    "at", "à", "às", "kl", "klo", "kell", "um", "u", "v", "w", "в", "во", "у", "о", "om", "o", "alle", "ore", "a", "la",
    "las", "les", "els", "da", "pukul", "pada", "στις", "ساعت", "בשעה", "në", "ob", "lúc", "jam", "г", "թ", "ҫ",
  ]

  /// What stands between the first day and the last, in lower case.
  static let ranges: Set = [
    "-", "–", "—", "~", "〜", "～", "to", "until", "till", "through", "bis", "al", "a", "à", "au", "ao", "até", "hasta",
    "tot", "t/m", "til", "do", "až", "по", "до", "la", "έως", "ως", "sampai", "hingga", "đến", "至", "到", "から", "से",
    "إلى", "تا", "עד", "ถึง", "iki", "līdz", "kuni",
  ]

  /// What stands between one day and another, in lower case.
  static let lists: Set = [
    "&", "+", ",", "and", "or", "und", "oder", "et", "ou", "y", "o", "e", "i", "и", "і", "й", "och", "og", "en", "ja",
    "ir", "un", "és", "și", "şi", "και", "ve", "và", "dan", "और", "와", "과", "及", "和", "と", "、",
  ]

  /// What stands between a weekday and its day, in lower case.
  static let articles: Set = ["den", "der", "dem", "the", "le", "el", "il", "o", "a", "az", "dia", "día"]

  /// What stands between a day and the number of its month.
  package static let monthMarks: Set = ["thg", "tháng"]

  /// What makes a part of a date of a number.
  package static let fields: Set = ["年", "月", "日", "号", "년", "월", "일", "분기", "주차"]

  /// What stands before numbers whose points part whole numbers, as those of versions and chapters, in lower case.
  package static let numberedInParts = Set(
    """
    v ver vers version versión versão versione versie wersja verze verzia verzija versiune versjon версия версія έκδοση \
    sürüm 版本 バージョン 버전 release revision build firmware api ios ipados macos android python php ruby java kotlin swift \
    rust node typescript mysql postgresql redis sqlite ubuntu debian linux kernel http tls usb hdmi bluetooth firefox \
    chrome safari kubernetes docker § chapter section fig figure table abb abbildung tabelle kapitel abschnitt глава \
    раздел рис таблица capítulo sección figura tabla chapitre capitolo sezione rozdział hoofdstuk figuur
    """.split(separator: " ").map(String.init))

  /// Whether a word in lower case names quarters, weeks and their like, of which a year has a few.
  package static func isPeriod(_ word: String) -> Bool {
    periods.contains(word) || word.count > 1 && TimeWords.all[word]?.contains(MeasureUnit.week) ?? false
  }

  /// What people write for months, quarters, weeks and halves, and CLDR's names of quarters in all languages.
  private static let periods = Set(
    """
    month monat mes mois mese mês maand måned månad miesiąc měsíc mesec mjesec месяц місяць месец μήνας bulan tháng \
    q k w h s t v kw cw wk wks week weeks qtr sem semester semestre trimester triwulan adamsan akṛaḍyur arrubu cairteal ceturksnis \
    chairteal chorak chwarter erobo fearnsjier fjórðungur hiruhilekoa kotara kuartal kuarṭr kuata kurmaana \
    kvartal kvartalet kvartál kvt kwart kwartaal kwartal kwartals kwartał kwota kyakuna kysã kɔta kɨbâ mueji \
    ncho ncholo ndátúɛ negyedév nelj neljännes niälj niäljádâs njealjádas nyɔji quartal quarter quattahl quý \
    rubaca ráithe termes timh timhoinallem tremujori trim trimes trimestar trimestre trimestri trimestrul \
    trimiziad tẽgtũ ugbâ ársfj ársfjórðingur çaryeka çeyrek çärýek četrtletje čtvrtletí štvrťrok ɩŋɔrɩriu \
    τρίμηνο квартал кыбаартал трим тримесечие улирал чейрек четверть чорак եռամսյակ եռմս רבעון ربعه سوکو پەسىل \
    ߞߊߙߏߛߓߊ߫ क्वाटर त्रैमासिक त्रैमासीक ৰ্থঃ ਤਿਮਾਹੀ ત્રિમાસ କ୍ୱାଟର ତ୍ରୟମାସ త్రై త్రైమాసికం త్రైమాసికర ತ್ರೈ \
    ತ್ರೈಮಾಸಿಕ කාර් කාර්තුව ไตรมาส ໄຕຣມາດ བཞིདཔྱ ត្រីមាសទី ᱪᱟᱸᱫᱚᱠᱤᱭᱟᱹ ọkara ⴰⴽⵕⴰⴹⵢⵓⵔ 季度 第 ꄮꐰ ꭹꮔꮩꮧ 분기 𞤲𞤢𞤴𞤩𞤭𞥅𞤪𞤫 四半期 \
    週 周 주
    """.split(separator: " ").map(String.init))

  /// What else people write for thousands and more, in lower case.
  package static let shortForms: Set = [
    "mio", "mrd", "bio", "tsd", "mln", "mld", "mlrd", "mill", "mia", "md", "тыс", "млн", "млрд", "трлн", "тис", "хил",
    "lakh", "lakhs", "lac", "crore", "crores", "cr", "mil", "mille", "millones", "millions", "milliards", "millionen",
    "milliarden", "tausend", "लाख", "करोड़", "हज़ार", "ألف", "مليون", "مليار", "هزار", "میلیون", "میلیارد", "tr", "triệu",
    "tỷ", "rb", "jt", "juta", "ribu", "bn", "mn",
  ]

  // MARK: - English plurals

  /// The singular of a regular English plural; `nil` for a word that may be none.
  package static func singular(of letters: String) -> String? {
    let lower = letters.lowercased()
    let count = lower.utf8.count
    guard count >= 4, lower.utf8.last == UInt8(ascii: "s"), !Self.irregular.contains(lower),
      MeasureUnit.symbolized(letters).isEmpty, lower.utf8.allSatisfy({ 0x61...0x7A ~= $0 }),
      let (plural, singular) = Self.endings.first(where: {
        lower.hasSuffix($0.plural) && ($0.plural.utf8.count != 3 || count > 4)
      }),
      let singular
    else { return nil }
    return letters.dropLast(plural.utf8.count)
      + (letters == lower.uppercased() ? singular.uppercased() : singular)
  }

  /// What plurals end in and their singulars instead, the longer endings first; none where it may be either, or the word
  /// Spanish or Portuguese: `seguidores`, `unidades`, `opciones`.
  private static let endings: [(plural: String, singular: String?)] = [
    ("ouses", "ouse"), ("auses", "ause"), ("cuses", nil), ("uses", "us"), ("shoes", "shoe"), ("oes", "o"),
    ("zzes", nil), ("dores", nil), ("ctores", nil), ("ptores", nil), ("itores", nil), ("ntores", nil), ("lores", nil),
    ("sores", nil), ("nores", nil), ("rores", nil), ("dades", nil), ("tades", nil), ("iones", nil), ("iales", nil),
    ("eles", nil),
    ("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x"), ("ss", nil), ("us", nil), ("is", nil),
    ("os", nil), ("as", nil), ("s", ""),
  ]

  /// Plurals in lower case whose singular is another or none, or that are Spanish or Portuguese.
  private static let irregular = Set(
    """
    news lens series species always means movies cookies zombies calories wives lives leaves shelves selves knives loaves \
    halves wolves thieves calves scarves hooves axes caches aches headaches uses muses fuses canoes kbps mbps gbps pants \
    goods thanks gallows meses veces vezes luces voces peces goles lugares hogares millares dolares ejemplares mujeres \
    mulheres reales animales canales imagenes ordenes jovenes bienes trenes corazones
    """.split(separator: " ").map(String.init))
}
