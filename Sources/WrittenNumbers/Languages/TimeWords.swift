/// What the languages of CLDR write behind times, long, short and narrow.
///
/// The words are in lower case, and abbreviations without their points. What one means may depend on the language, and on
/// what stands beside it.
enum TimeWords {
  /// All words, the units of each.
  static let all = names { $0 }

  /// Those that stand beside any number, and mean one unit only: they may be read where no language is told.
  static let inOneForm = names { $0.prefix { $0 != "|" } }

  private static func names(_ words: (Substring) -> Substring) -> [String: [MeasureUnit]] {
    let names = table.flatMap { family, size, all in
      words(all[...]).split { $0 == " " || $0 == "|" }.map {
        (String($0), [MeasureUnit(family: family, size: size, symbol: nil)])
      }
    }
    return Dictionary(names, uniquingKeysWith: +)
  }

  /// By unit the words that stand beside any number, and behind a bar those that stand beside some.
  private static let table: [(MeasureUnit.Family, UInt64, String)] = [
    (
      .months, 12,
      """
      afii akayú annadas anu bl god hnkawas jaar jah jier joer johre johren jr jár makahiki năm saal sal sl tahun \
      tau taun thn urte vorsam wata y yil yiẹ yıl á ár å år év ý ýyl ɔd έ έτ ж жил жыл й йил р сыл ш шо տ տարի ؤری \
      تاهون سال يىل वर्ष वर्सां साल বছর বছৰ ਸਾਲ વ વર્ષ ବର୍ଷ ஆ సం ವ വ വർഷം ปี ປ ປີ နှစ် წ წელი ឆ្នាំ ọd ọ̀dún 年 ꭴ 년 \
      𑄝𑄧𑄏𑄧𑄢𑄴 | a aa aasta aastat agns an ani anni anno annos annu ano anos ans any anys añ año años añs añu b bhl \
      bhlia bhliadhna bhliain blia bliadhna bliadhnaichean bloaz blynedd flwyddyn flynedd g gadi gads gadu godina \
      godine il j jahki jahkki jahr jahre jahren l lat lata let leti leto lět lěta lěto lěće lěśe mbl metai metų \
      mlynedd onn onns r rok roka rokov roku roky sannad sannado snd t taon u v vit vjet vloaz vuosi vuotta w yo \
      yr yrs έτη έτος аз азы г гадоў гады год года година године години л лет роки року років рік с שנים س سنة \
      سنوات کال کالونه ܫ̈ܢܐ ܫܢܬܐ व वर्षे ஆண்டு ஆண்டுகள் సంవత్సరం సంవత్సరాలు ವರ್ಷ ವರ್ಷಗಳು ವರ್ಷವು ዓ ዓመታት ዓመት ꭴꮥ \
      ꭴꮥꮨᏼꮜꮧꮢꭲ ꮷꮥ ꮷꮥꮨᏼꮜꮧꮢꭲ 𞤳𞤭𞤼 𞤳𞤭𞤼𞤢𞥄𞤯𞤫 𞤸𞤭𞤼 𞤸𞤭𞤼𞤢𞥄𞤲𞤣𞤫
      """
    ),
    (
      .months, 1,
      """
      ay aý bln bulan buwan hil hilabete hónap idas k killa kk mahina mais marama md me meh mho mhoine mies mj \
      mjas mn mnd mnð mo mohnde mois mon muaj mán mánet mån mēn mėn měs mọnt oshù oy oṣù sasi tháng yasí μ μήν ай \
      б бут бутт мес міс мјес ой сар ый ա ամիս ամս ئاي بولن ریتھ ماه म माह म्ह म्हयने মাস মাহ મ ମାସ மா నె ತಿಂಗಳು \
      മാ മാസം เดือน ດ ເດືອນ လ თვე ខែ ọnwa か月 个月 個月 月 ꭷ 개월 𑄟𑄌𑄴 𞤤 | a b bil bilood fis hó inyanga izinyanga kuu kuud \
      kuukausi kuukautta l luni lună maand maande maanden mdr mense menses mes mese mesec meseca mesecev meseci \
      meses mesi mesiac mesiaca mesiace mesiacov mesos meze mezi mhìos mhí miesiąc miesiąca miesiące miesięcy mis \
      miz mjasec mjaseca mjasecow mjasecy mjes mjesec mjeseca mjeseci mm mnt moanne moanneen monat monate monet \
      mos mount mth mths mánaðir mánaður mánotbadji mánotbaji mánuðir mánuður månad månadar månader måned måneder \
      méint mês mìos mìosan mí mönet mēnesis mēneši mēnešu mėnesiai mėnesio mėnesių mėnuo měsac měsacaj měsacow \
      měsacy měsíc měsíce měsíců n nyanga viz μήνας μήνες м месец месеца месеци месяц месяца месяцаў месяцев \
      місяць місяця місяці місяців мјесец мјесеца мјесеци мӕй мӕйы с חודש חודשים أشهر شهر شهرًا مهينا مهينو مياشت \
      مياشتې مياشتے مہینہ مہینے ܝܪ̈ܚܐ ܝܪܚܐ महिना महिने महीना महीने ਮਹੀਨਾ ਮਹੀਨੇ મહિના મહિનો மாத மாதங்கள் மாதம் నెల \
      నెలలు ತಿಂ ወራት ወር ꭷꮈꭲ ꮧꭷꮈꭲ 𞤤𞤫𞤦 𞤤𞤫𞤦𞥆𞤭 𞤤𞤫𞤱𞤪𞤵
      """
    ),
    (
      .time, 604_800_000_000_000,
      """
      aste ch hafta hefte hep hepde hf hft hét həftə javë mgg mgu minggu ned näd otsii peken pule sav scht sedm \
      sem sept set setm setmanas sett sim simana sizh sum suman săpt tdbd tj tuần tydź tyź týd týž vi vk wiki wo \
      wuche wythnos ɔsh ε εβδ ап апт апта кӏ кӏир кӏира н нед нэд нэдиэлэ сед седм т тиж тыдз ҳафт ҳафта շ շաբ \
      շաբաթ اونۍ ميڠݢو هفته ھەپتە ہَفتہٕ आ स सप्तक सप्ताह हप्ता সপ্তাহ અઠ ସପ୍ ସପ୍ତାହ வா వా ವಾ ആ ആഴ്ച สัปดาห์ ອທ \
      ອາທິດ ပတ် კვირა კვრ សប្ដាហ៍ ọṣ 周 星期 週 週間 ꮢ 주 𑄥𑄛𑄴𑄖 | amaviki chida chidas emna emnas iviki linggo n nedelja \
      nedelje nedjelja nedjelje nedēļa nedēļas nedēļu nädal nädalat o savaitė savaitės savaičių seachdain \
      seachdainean sedmica sedmice sel selmana selmanes sels semaine semaines semana semanas sems septimana \
      septimanas setemana setemane setemanis setmana setmanes settimana settimane sheachdain shn sizhun sn \
      săptămâni săptămână t teden tedna tedni tednov tjedan tjedana tjedna toddobaad toddobaadyo tydz tydzień \
      tydźenje tydźenjej tydźenjow tydźeń tyg tygodni tygodnia tygodnie tyźenja tyźenje tyźenjow tyźeń týden týdne \
      týdny týdnů týždeň týždne týždňa týždňov u uge uger uke uker v vecka veckor veke veker viikko viikkoa vika \
      viki vikur váhkku váhku w weke weken wik wike wiken wk wkn wks woch woche wochen ws wuča wučä εβδομάδα \
      εβδομάδες къуыри къуырийы недели недель неделя недеља недеље недјеља недјеље с седмица седмице седмици \
      тиждень тижня тижні тижнів тыдзень тыдня тыдняў тыдні שבוע שבועות أسابيع أسبوع أسبوعًا هفتا هفتو ہفتہ ہفتے \
      ܫܒ̈ܘܥܐ ܫܒܘܥܐ आठवडा आठवडे ਹਫ਼ਤਾ ਹਫ਼ਤੇ અઠવાડિયા અઠવાડિયું வார வாரங்கள் வாரம் వారం వారాలు ವಾರ ವಾರಗಳು ವಾರವು ሰ ሰሙ \
      ሰሙናት ሰሙን ሳምንታት ሳምንት ꭲᏻꮎ ꭲᏻꮎꮩꮣꮖꮝꮧ ꮢꮎ ꮢꮎꮩꮣꮖꮝꮧ 𞤴𞤮𞤲𞤼𞤫𞤪𞤫 𞤴𞤼 𞤶𞤮𞤲𞤼𞤫 𞤶𞤼
      """
    ),
    (
      .time, 86_400_000_000_000,
      """
      adlaw ara daag din dina dis ditë dygn dääsch dì døgn e egun gün hari jiyax jorns kun là lá lā lɛ́ꞌ mln nap \
      nettv ngày nittak punchaw pv roj rā tg täg z ɔj ʻa η д де дн к кн кун күн сут хоног օ օր دن دۄہ روز كۈن هاري \
      ڏينهن दि दिन दिवस दी दीस सान দিন ਦਿਨ દિ દિવસ ଦିନ நா రో ದಿ ദി ദിവസം ദിവസം‌ วัน ມ ມື້ ရက် დღე መ ቀ ቀናት ថ្ងៃ ọj \
      天 日 일 𐓡𐓘͘𐓬𐓘 𑄘𑄨𑄚𑄴 𞤻 𞤻𞤢𞤤 | araw dae dag dagar dage dagen dager dagur dan dana dd ddiwrnod deeg dei deien deiz \
      den dez deň di dia dias die diena dienas dienos dienu dienų dies diwrnod dn dne dneva dni dnia dnja dnjej \
      dnjow dny dní dnů dzień dè día días díes dňa dź dźeń g gg giorni giorno izinsuku j jour jours jándor jándora \
      latha làithean maalin maalmood p päev päeva päivä päivää r suku t taag tag tage tagen tääg usuku zeiz zi \
      zile zornade zornadis ööpäev ööpäeva ź źeń ημέρα ημέρες бон боны дан дана ден дена день дней дни дня дні \
      днів сутак суткі יום أيام ورځ ورځې ورځے يوم يومًا ܝܘܡܢ̈ܐ நாட்கள் நாள் రోజు రోజులు ದಿನ ದಿನಗಳು ದಿನವು መዓልቲ \
      መዓልታት ꭲ ꭲꭶ ꮷꮢꭿꮣ 𞤻𞤢𞤤𞥆𞤢𞤤 𞤻𞤢𞤤𞥆𞤫
      """
    ),
    (
      .time, 3_600_000_000_000,
      """
      awa awr giờ godz góź haora hodź hola háwa jam klst oere ordu orë sa saet sag sagat sg soat st std stünnen \
      tim tuki uair uur val vor voram wkt áwa ó óra č ŋm ώ гадз саат сахь сахьт сағ сағат соат ст ц цаг ч чаас ժ \
      ժամ جم سائەت ساعِت ڪلاڪ घण्टा ता तास वर वरां ঘঃ ঘণ্টা ঘন্টা ક કલાક ଘଣ୍ଟା ம மணிநேரம் గం ಗಂ മ മണിക്കൂർ ชม \
      ชั่วโมง ຊມ ຊົ່ວໂມງ နာရီ საათი სთ ሰዓ ម៉ោង 小时 小時 時 時間 ꮡ ꮡꮯ 시간 𑄊𑄂 𑄊𑄧𑄚𑄴𑄑 𑄊𑄧𑄚𑄴𑄘 𞤶 𞤶𞤢 | amahora diibmu diibmur \
      diimmur eur g ghanta ghante godzin godzina godziny góźina góźinje góźinow góźiny heure heures hod hodin \
      hodina hodiny hodín hodźina hodźinje hodźinow hodźiny hora horas hores ihora j klukkustund klukkustundir o \
      ora oras ore oris oră saacad saacadood saat sat sata sati scd schtund schtunde stonn stonnen stund stunda \
      stundas stunde stunden stundu t timar time timer timmar timme tund tundi tunti tuntia tímar tími u uhr ur \
      ura uras ure uri valanda valandos valandų ώρα ώρες г гадзін гадзіна гадзіны год годин година години с сат \
      сата сати сахат сахаты час часа часов שעה שעות س ساعات ساعة ساعت گَنٹہٕ گٲنٹہٕ گھنٹہ گھنٹے ܫ̈ܥܐ ܫܥܬܐ घंटा \
      घंटे रिंगा व ਘੰਟਾ ਘੰਟੇ గంట గంటలు ಗಂಟೆಗಳು ಗಂಟೆಯು ሰ ሰዓታት ሰዓት ሰዓቶች ꭲᏻꮯꮆꮣ ꮡꮯꮆꮣ 𞤲𞤶𞤢𞤥𞤤𞤭 𞤲𞤶𞤢𞤥𞤲𞤣𞤭
      """
    ),
    (
      .time, 60_000_000_000,
      """
      dakika daq daqiqa deqîqe dk dəq dəqiqə men meneti menit menutte minit mintam minuke minuute mun mín mínit \
      nkeji perc ph phút spngan umzuzu ìsh ìṣ λ дақ дақиқа мин минот мүн мүнүүтэ мүнөт хв ր րոպե د دقیقه دَقه منٹ \
      منٽ مىنۇت مينيت مِنَٹ मि मिण्टां मिन मिनट मिनि मिनीट मिनेट মিঃ মিনিট ਮਿੰਟ મિ મિનિટ நி நிமி ని నిమి ನಿಮಿ മി \
      മിനിറ്റ് นาที ນທ ນາທີ မိနစ် წთ წუთი ደ នាទី 分 分鐘 分钟 ꭲꮿꮤ ꭲꮿꮤꮼꮝꮤꮕ 분 𑄟𑄨𑄂 𑄟𑄨𑄚𑄨𑄖𑄴 𞤸𞤮𞤶 | amaminithi daqiiqad \
      daqiiqo dqqd funud iminithi menuti menuto mhion mhionaid minuhta minuhtta minut minuta minutas minuten \
      minuter minuti minutit minuto minutos minutow minuts minutt minutten minutter minuttir minuttur minutu \
      minuty minutë minutė minutės minuut minuutti minuuttia minuće minučių minuśe minút minúta minúty minût \
      minûts minüta minüte minūte minūtes minūšu mion mionaid mionaidean mnt munud munut mínúta mínútur n nóim p \
      vunut λεπτά λεπτό м минут минута минути минуты хвилин хвилина хвилини хвілін хвіліна хвіліны דקה דקות دقائق \
      دقيقة دقیقې ܩܛܝܢ̈ܐ ܩܛܝܢܐ मिनिट मिनिटे ମିନିଟ୍ ମିନିଟ୍‌ நிமிடங்கள் நிமிடம் నిమిషం నిమిషాలు ನಿಮಿಷಗಳು ನಿಮಿಷವು ደቂ \
      ደቂቃ ደቂቃዎች ደቒቓ ደቒቓታት ꭲ 𞤸𞤮𞤶𞤮𞤥𞤢𞥄𞤪𞤫 𞤸𞤮𞤶𞤮𞤥𞤢𞥄𞤶𞤫
      """
    ),
    (
      .time, 1_000_000_000,
      """
      detik dtk eil eiliad gi giây hēk hēkona ilbiriqsi ilbrqsi kekona mp másodperc san saniyə se seg segondas sek \
      sekond sekunnen sekunt sekọnd seykn sig sigundu son soniya sẹ́kọn δ δευτ сек сон сония сөк сөкүүндэ վ \
      վայրկյան վրկ ث ثانیه سیکنڈ سیکَنڈ سېكۇنت से सेकं सेकंड सेकंद सेकंदांनी सेकेन्ड ছেকেণ্ড সেঃ সেকেন্ড ਸਕਿੰਟ સે \
      સેકંડ ସେକେଣ୍ଡ ସେକ୍ வி ಸೆಕೆಂ സെ സെക്കൻഡ് วิ วินาที ວິ ວິນາທີ စက္ကန့် წამი წმ ሰከ ሴ ሴኮንድ វិនាទី 秒 秒钟 ꭰꮞ 초 𑄥𑄬𑄂 \
      𑄥𑄬𑄇𑄬𑄚𑄳𑄓𑄴 𞤳𞤭𞤲 | amasekhondi dhiog diog diogan eilenn il isekhondi saat saniye sanîye seconde seconden \
      secondes secondi secondo secont seconts secunda secundas secunde secundă segon segondi segondo segons segs \
      segundo segundos segundu sekhondi sekonda sekonde sekonden sekondes sekondë sekonn sekonnen sekund sekunda \
      sekundda sekunde sekunden sekunder sekundes sekundi sekundir sekundit sekundow sekundy sekundė sekundės \
      sekundźe sekundžių sekunti sekuntia sekunźe sekunžu sekúnd sekúnda sekúndur shoic sn soic xс δευτερόλεπτα \
      δευτερόλεπτο с секунд секунда секунде секунди секунды שניה שניות ثانية ثانیې ثوان ثوانٍ ساعت سيڪنڊ ܖ̈ܦܦܐ \
      ܪ̈ܦܦܐ ܪܦܦܐ விநாடி விநாடிகள் సె సెక సెకను సెకన్లు ಸೆಕೆಂಡುಗಳು ಸೆಕೆಂಡ್ ሰ ሰከንድ ሰከንዶች ꭰꮞꮲ ꮧꮞꮲ 𞤳𞤭𞤲𞤰𞤫 𞤳𞤭𞤲𞤰𞤮
      """
    ),
  ]
}
