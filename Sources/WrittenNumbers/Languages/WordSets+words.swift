// The words of CLDR, long and short: one line for each language that has words of its own, in lower case and without
// points. Members of a set are parted by blanks, and words for one by slashes.

extension WordSets {
  /// Months, from January on.
  static let months = """
    january/jan february/feb march/mar april/apr may june/jun july/jul august/aug september/sep/sept october/oct \
    november/nov december/dec
    enero/ene febrero/feb marzo/mar abril/abr mayo/may junio/jun julio/jul agosto/ago septiembre/sept/sep octubre/oct \
    noviembre/nov diciembre/dic
    janeiro/jan fevereiro/fev março/mar abril/abr maio/mai junho/jun julho/jul agosto/ago setembro/set outubro/out \
    novembro/nov dezembro/dez
    janvier/janv février/févr mars avril/avr mai juin juillet/juil août septembre/sept octobre/oct novembre/nov \
    décembre/déc
    gennaio/gen febbraio/feb marzo/mar aprile/apr maggio/mag giugno/giu luglio/lug agosto/ago settembre/set \
    ottobre/ott novembre/nov dicembre/dic
    ianuarie/ian februarie/feb martie/mar aprilie/apr mai iunie/iun iulie/iul august/aug septembrie/sept octombrie/oct \
    noiembrie/nov decembrie/dec
    gener/gen febrer/febr març d’abril/d’abr/abril/abr maig juny juliol/jul d’agost/d’ag/agost/ag setembre/set \
    d’octubre/d’oct/octubre/oct novembre/nov desembre/des
    xaneiro/xan febreiro/feb marzo/mar abril/abr maio xuño xullo/xul agosto/ago setembro/set outubro/out novembro/nov \
    decembro/dec
    urtarrila/urt otsaila/ots martxoa/mar apirila/api maiatza/mai ekaina/eka uztaila/uzt abuztua/abu iraila/ira \
    urria/urr azaroa/aza abendua/abe
    januar/jan/jänner februar/feb/feber märz/mär/mrz april/apr mai juni/jun juli/jul august/aug september/sept/sep \
    oktober/okt november/nov dezember/dez
    januari/jan februari/feb maart/mrt april/apr mei juni/jun juli/jul augustus/aug september/sep oktober/okt \
    november/nov december/dec
    januarie/jan februarie/feb maart/mrt april/apr mei junie/jun julie/jul augustus/aug september/sep oktober/okt \
    november/nov desember/des
    januari/jan februari/feb mars april/apr maj juni juli augusti/aug september/sep oktober/okt november/nov \
    december/dec
    januar/jan februar/feb marts/mar april/apr maj juni/jun juli/jul august/aug september/sep oktober/okt november/nov \
    december/dec
    januar/jan februar/feb mars/mar april/apr mai juni/jun juli/jul august/aug september/sep oktober/okt november/nov \
    desember/des
    tammikuuta/tammi/tammikuu helmikuuta/helmi/helmikuu maaliskuuta/maalis/maaliskuu huhtikuuta/huhti/huhtikuu \
    toukokuuta/touko/toukokuu kesäkuuta/kesä/kesäkuu heinäkuuta/heinä/heinäkuu elokuuta/elo/elokuu \
    syyskuuta/syys/syyskuu lokakuuta/loka/lokakuu marraskuuta/marras/marraskuu joulukuuta/joulu/joulukuu
    janúar/jan febrúar/feb mars/mar apríl/apr maí júní/jún júlí/júl ágúst/ágú september/sep október/okt nóvember/nóv \
    desember/des
    jaanuar/jaan veebruar/veebr märts aprill/apr mai juuni juuli august/aug september/sept oktoober/okt november/nov \
    detsember/dets
    janvāris/janv februāris/febr marts aprīlis/apr maijs jūnijs/jūn jūlijs/jūl augusts/aug septembris/sept \
    oktobris/okt novembris/nov decembris/dec
    sausio/saus/sausis vasario/vas/vasaris kovo/kov/kovas balandžio/bal/balandis gegužės/geg/gegužė \
    birželio/birž/birželis liepos/liep/liepa rugpjūčio/rugp/rugpjūtis rugsėjo/rugs/rugsėjis spalio/spal/spalis \
    lapkričio/lapkr/lapkritis gruodžio/gruod/gruodis
    stycznia/sty/styczeń lutego/lut/luty marca/mar/marzec kwietnia/kwi/kwiecień maja/maj czerwca/cze/czerwiec \
    lipca/lip/lipiec sierpnia/sie/sierpień września/wrz/wrzesień października/paź/październik listopada/lis/listopad \
    grudnia/gru/grudzień
    ledna/led/leden února/úno/únor března/bře/březen dubna/dub/duben května/kvě/květen června/čvn/červen \
    července/čvc/červenec srpna/srp/srpen září/zář října/říj/říjen listopadu/lis/listopad prosince/pro/prosinec
    januára/jan/január februára/feb/február marca/mar/marec apríla/apr/apríl mája/máj júna/jún júla/júl \
    augusta/aug/august septembra/sep/september októbra/okt/október novembra/nov/november decembra/dec/december
    januar/jan februar/feb marec/mar april/apr maj junij/jun julij/jul avgust/avg september/sep oktober/okt \
    november/nov december/dec
    siječnja/sij/siječanj veljače/velj/veljača ožujka/ožu/ožujak travnja/tra/travanj svibnja/svi/svibanj \
    lipnja/lip/lipanj srpnja/srp/srpanj kolovoza/kol/kolovoz rujna/ruj/rujan listopada/lis/listopad \
    studenoga/stu/studeni prosinca/pro/prosinac
    јануар/јан фебруар/феб март/мар април/апр мај јун јул август/авг септембар/сеп октобар/окт новембар/нов \
    децембар/дец
    januar/jan februar/feb mart/mar april/apr maj jun jul avgust/avg septembar/sep oktobar/okt novembar/nov \
    decembar/dec
    januar/jan februar/feb mart/mar april/apr maj juni/jun juli/jul august/aug septembar/sep oktobar/okt novembar/nov \
    decembar/dec
    јануари/јан февруари/фев март/мар април/апр мај јуни/јун јули/јул август/авг септември/сеп октомври/окт \
    ноември/ное декември/дек
    януари/яну февруари/фев март април/апр май юни юли август/авг септември/сеп октомври/окт ноември/ное декември/дек
    января/янв/январь февраля/февр/февраль марта/мар/март апреля/апр/апрель мая/май июня/июн/июнь июля/июл/июль \
    августа/авг/август сентября/сент/сентябрь октября/окт/октябрь ноября/нояб/ноябрь декабря/дек/декабрь
    січня/січ/січень лютого/лют/лютий березня/бер/березень квітня/квіт/квітень травня/трав/травень червня/черв/червень \
    липня/лип/липень серпня/серп/серпень вересня/вер/вересень жовтня/жовт/жовтень листопада/лист/листопад \
    грудня/груд/грудень
    студзеня/сту/студзень лютага/лют/люты сакавіка/сак/сакавік красавіка/кра/красавік мая/май чэрвеня/чэр/чэрвень \
    ліпеня/ліп/ліпень жніўня/жні/жнівень верасня/вер/верасень кастрычніка/кас/кастрычнік лістапада/ліс/лістапад \
    снежня/сне/снежань
    ιανουαρίου/ιαν/ιανουάριος φεβρουαρίου/φεβ/φεβρουάριος μαρτίου/μαρ/μάρτιος/μάρ απριλίου/απρ/απρίλιος \
    μαΐου/μαΐ/μάιος/μάι ιουνίου/ιουν/ιούνιος/ιούν ιουλίου/ιουλ/ιούλιος/ιούλ αυγούστου/αυγ/αύγουστος/αύγ \
    σεπτεμβρίου/σεπ/σεπτέμβριος οκτωβρίου/οκτ/οκτώβριος νοεμβρίου/νοε/νοέμβριος/νοέ δεκεμβρίου/δεκ/δεκέμβριος
    január/jan február/febr március/márc április/ápr május/máj június/jún július/júl augusztus/aug szeptember/szept \
    október/okt november/nov december/dec
    janar/jan shkurt/shk mars/mar prill/pri maj qershor/qer korrik/korr gusht/gush shtator/sht tetor/tet nëntor/nën \
    dhjetor/dhj
    ocak/oca şubat/şub mart/mar nisan/nis mayıs/may haziran/haz temmuz/tem ağustos/ağu eylül/eyl ekim/eki kasım/kas \
    aralık/ara
    yanvar/yan fevral/fev mart/mar aprel/apr may iyun/iyn iyul/iyl avqust/avq sentyabr/sen oktyabr/okt noyabr/noy \
    dekabr/dek
    қаңтар/қаң ақпан/ақп наурыз/нау сәуір/сәу мамыр/мам маусым/мау шілде/шіл тамыз/там қыркүйек/қыр қазан/қаз \
    қараша/қар желтоқсан/жел
    yanvar/yan fevral/fev mart/mar aprel/apr may iyun/iyn iyul/iyl avgust/avg sentabr/sen oktabr/okt noyabr/noy \
    dekabr/dek
    январь/янв февраль/фев март/мар апрель/апр май июнь/июн июль/июл август/авг сентябрь/сен октябрь/окт ноябрь/ноя \
    декабрь/дек
    ינואר/ינו׳ פברואר/פבר׳ מרץ אפריל/אפר׳ מאי יוני יולי אוגוסט/אוג׳ ספטמבר/ספט׳ אוקטובר/אוק׳ נובמבר/נוב׳ דצמבר/דצמ׳
    يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر
    يناير فبراير مارس أبريل ماي يونيو يوليوز غشت شتنبر أكتوبر نونبر دجنبر
    ژانویه فوریه مارس آوریل مه ژوئن ژوئیه اوت سپتامبر اکتبر نوامبر دسامبر
    جنوری فروری مارچ اپریل مئی جون جولائی اگست ستمبر اکتوبر نومبر دسمبر
    जनवरी/जन फ़रवरी/फ़र मार्च अप्रैल मई जून जुलाई/जुल अगस्त/अग सितंबर/सित अक्टूबर/अक्टू नवंबर/नव दिसंबर/दिस
    জানুয়ারি/জানু ফেব্রুয়ারি/ফেব মার্চ এপ্রিল/এপ্রি মে জুন জুলাই/জুল আগস্ট/আগ সেপ্টেম্বর/সেপ/সেপ্ট অক্টোবর/অক্টো \
    নভেম্বর/নভে ডিসেম্বর/ডিসে
    जानेवारी/जाने फेब्रुवारी/फेब्रु मार्च एप्रिल/एप्रि मे जून जुलै ऑगस्ट/ऑग सप्टेंबर/सप्टें ऑक्टोबर/ऑक्टो \
    नोव्हेंबर/नोव्हें डिसेंबर/डिसें
    જાન્યુઆરી/જાન્યુ ફેબ્રુઆરી/ફેબ્રુ માર્ચ એપ્રિલ મે જૂન જુલાઈ ઑગસ્ટ સપ્ટેમ્બર/સપ્ટે ઑક્ટોબર/ઑક્ટો નવેમ્બર/નવે \
    ડિસેમ્બર/ડિસે
    ਜਨਵਰੀ/ਜਨ ਫ਼ਰਵਰੀ/ਫ਼ਰ ਮਾਰਚ ਅਪ੍ਰੈਲ/ਅਪ੍ਰੈ ਮਈ ਜੂਨ ਜੁਲਾਈ/ਜੁਲਾ ਅਗਸਤ/ਅਗ ਸਤੰਬਰ/ਸਤੰ ਅਕਤੂਬਰ/ਅਕਤੂ ਨਵੰਬਰ/ਨਵੰ ਦਸੰਬਰ/ਦਸੰ
    ஜனவரி/ஜன பிப்ரவரி/பிப் மார்ச்/மார் ஏப்ரல்/ஏப் மே ஜூன் ஜூலை ஆகஸ்ட்/ஆக செப்டம்பர்/செப் அக்டோபர்/அக் நவம்பர்/நவ \
    டிசம்பர்/டிச
    జనవరి/జన ఫిబ్రవరి/ఫిబ్ర మార్చి ఏప్రిల్/ఏప్రి మే జూన్ జులై ఆగస్టు/ఆగ సెప్టెంబర్/సెప్టెం అక్టోబర్/అక్టో నవంబర్/నవం \
    డిసెంబర్/డిసెం
    ಜನವರಿ/ಜನ ಫೆಬ್ರವರಿ/ಫೆಬ್ರ ಮಾರ್ಚ್ ಏಪ್ರಿಲ್/ಏಪ್ರಿ ಮೇ ಜೂನ್ ಜುಲೈ ಆಗಸ್ಟ್/ಆಗ ಸೆಪ್ಟೆಂಬರ್/ಸೆಪ್ಟೆಂ ಅಕ್ಟೋಬರ್/ಅಕ್ಟೋ ನವೆಂಬರ್/ನವೆಂ \
    ಡಿಸೆಂಬರ್/ಡಿಸೆಂ
    ജനുവരി/ജനു ഫെബ്രുവരി/ഫെബ്രു മാർച്ച്/മാർ ഏപ്രിൽ/ഏപ്രി മേയ് ജൂൺ ജൂലൈ ഓഗസ്റ്റ്/ഓഗ സെപ്റ്റംബർ/സെപ്റ്റം ഒക്‌ടോബർ/ഒക്ടോ \
    നവംബർ/നവം ഡിസംബർ/ഡിസം
    ජනවාරි පෙබරවාරි මාර්තු අප්‍රේල් මැයි ජූනි ජූලි අගෝස්තු සැප්තැම්බර් ඔක්තෝබර් නොවැම්බර් දෙසැම්බර්
    जनवरी फेब्रुअरी मार्च अप्रिल मे जुन जुलाई अगस्ट सेप्टेम्बर अक्टोबर नोभेम्बर डिसेम्बर
    มกราคม/มค กุมภาพันธ์/กพ มีนาคม/มีค เมษายน/เมย พฤษภาคม/พค มิถุนายน/มิย กรกฎาคม/กค สิงหาคม/สค กันยายน/กย ตุลาคม/ตค \
    พฤศจิกายน/พย ธันวาคม/ธค
    ມັງກອນ/ມກ ກຸມພາ/ກພ ມີນາ/ມນ ເມສາ/ມສ ພຶດສະພາ/ພພ ມິຖຸນາ/ມິຖ ກໍລະກົດ/ກລ ສິງຫາ/ສຫ ກັນຍາ/ກຍ ຕຸລາ/ຕລ ພະຈິກ/ພຈ ທັນວາ/ທວ
    មករា កុម្ភៈ មីនា មេសា ឧសភា មិថុនា កក្កដា សីហា កញ្ញា តុលា វិច្ឆិកា ធ្នូ
    ဇန်နဝါရီ/ဇန် ဖေဖော်ဝါရီ/ဖေ မတ် ဧပြီ မေ ဇွန် ဇူလိုင်/ဇူ ဩဂုတ် စက်တင်ဘာ/စက် အောက်တိုဘာ/အောက် နိုဝင်ဘာ/နို ဒီဇင်ဘာ/ဒီ
    januari/jan februari/feb maret/mar april/apr mei juni/jun juli/jul agustus/agu september/sep oktober/okt \
    november/nov desember/des
    januari/jan februari/feb mac april/apr mei jun julai/jul ogos/ogo september/sep oktober/okt november/nov \
    disember/dis
    enero/ene pebrero/peb marso/mar abril/abr mayo/may hunyo/hun hulyo/hul agosto/ago setyembre/set oktubre/okt \
    nobyembre/nob disyembre/dis
    一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月
    იანვარი/იან თებერვალი/თებ მარტი/მარ აპრილი/აპრ მაისი/მაი ივნისი/ივნ ივლისი/ივლ აგვისტო/აგვ სექტემბერი/სექ \
    ოქტომბერი/ოქტ ნოემბერი/ნოე დეკემბერი/დეკ
    հունվարի/հնվ/հունվար փետրվարի/փտվ/փետրվար մարտի/մրտ/մարտ ապրիլի/ապր/ապրիլ մայիսի/մյս/մայիս հունիսի/հնս/հունիս \
    հուլիսի/հլս/հուլիս օգոստոսի/օգս/օգոստոս սեպտեմբերի/սեպ/սեպտեմբեր հոկտեմբերի/հոկ/հոկտեմբեր նոյեմբերի/նոյ/նոյեմբեր \
    դեկտեմբերի/դեկ/դեկտեմբեր
    januari/jan februari/feb machi/mac aprili/apr mei juni/jun julai/jul agosti/ago septemba/sep oktoba/okt \
    novemba/nov desemba/des
    ionawr/ion chwefror/chwef/chw mawrth/maw ebrill/ebr mai mehefin/meh gorffennaf/gorff/gor awst medi hydref/hyd \
    tachwedd/tach rhagfyr/rhag
    eanáir/ean feabhra/feabh márta aibreán/aib bealtaine/beal meitheamh/meith iúil lúnasa/lún mfómh dfómh samhain/samh \
    nollaig/noll
    ጃንዋሪ/ጃን ፌብሩዋሪ/ፌብ ማርች ኤፕሪል/ኤፕሪ ሜይ ጁን ጁላይ ኦገስት/ኦገስ ሴፕቴምበር/ሴፕቴ ኦክቶበር/ኦክቶ ኖቬምበር/ኖቬም ዲሴምበር/ዲሴም
    """

  /// Days of the week, from Monday on.
  static let weekdays = """
    monday/mon tuesday/tue wednesday/wed thursday/thu friday/fri saturday/sat sunday/sun
    lunes/lun martes/mar miércoles/mié jueves/jue viernes/vie sábado/sáb domingo/dom
    segunda-feira/seg terça-feira/ter quarta-feira/qua quinta-feira/qui sexta-feira/sex sábado/sáb domingo/dom
    lundi/lun mardi/mar mercredi/mer jeudi/jeu vendredi/ven samedi/sam dimanche/dim
    lunedì/lun martedì/mar mercoledì/mer giovedì/gio venerdì/ven sabato/sab domenica/dom
    luni/lun marți/mar miercuri/mie joi vineri/vin sâmbătă/sâm duminică/dum
    dilluns/dl dimarts/dt dimecres/dc dijous/dj divendres/dv dissabte/ds diumenge/dg
    luns martes/mar mércores/mér xoves/xov venres/ven sábado/sáb domingo/dom
    astelehena/al asteartea/ar asteazkena/az osteguna/og ostirala/or larunbata/lr igandea/ig
    montag/mo dienstag/di mittwoch/mi donnerstag/do freitag/fr samstag/sa sonntag/so
    maandag/ma dinsdag/di woensdag/wo donderdag/do vrijdag/vr zaterdag/za zondag/zo
    maandag/ma dinsdag/di woensdag/wo donderdag/do vrydag/vr saterdag/sa sondag/so
    måndag/mån tisdag/tis onsdag/ons torsdag/tors fredag/fre lördag/lör söndag/sön
    mandag/man tirsdag/tirs onsdag/ons torsdag/tors fredag/fre lørdag/lør søndag/søn
    mandag/man tirsdag/tir onsdag/ons torsdag/tor fredag/fre lørdag/lør søndag/søn
    maanantaina/ma/maanantai tiistaina/ti/tiistai keskiviikkona/ke/keskiviikko torstaina/to/torstai \
    perjantaina/pe/perjantai lauantaina/la/lauantai sunnuntaina/su/sunnuntai
    mánudagur/mán þriðjudagur/þri miðvikudagur/mið fimmtudagur/fim föstudagur/fös laugardagur/lau sunnudagur/sun
    esmaspäev teisipäev kolmapäev neljapäev reede laupäev pühapäev
    pirmdiena/pirmd otrdiena/otrd trešdiena/trešd ceturtdiena/ceturtd piektdiena/piektd sestdiena/sestd \
    svētdiena/svētd
    pirmadienis/pr antradienis/an trečiadienis/tr ketvirtadienis/kt penktadienis/pn šeštadienis/št sekmadienis/sk
    poniedziałek/pon wtorek/wt środa/śr czwartek/czw piątek/pt sobota/sob niedziela/niedz
    pondělí/po úterý/út středa/st čtvrtek/čt pátek/pá sobota/so neděle/ne
    pondelok/po utorok/ut streda/st štvrtok/št piatok/pi sobota/so nedeľa/ne
    ponedeljek/pon torek/tor sreda/sre četrtek/čet petek/pet sobota/sob nedelja/ned
    ponedjeljak/pon utorak/uto srijeda/sri četvrtak/čet petak/pet subota/sub nedjelja/ned
    понедељак/пон уторак/уто среда/сре четвртак/чет петак/пет субота/суб недеља/нед
    ponedeljak/pon utorak/uto sreda/sre četvrtak/čet petak/pet subota/sub nedelja/ned
    понеделник/пон вторник/вто среда/сре четврток/чет петок/пет сабота/саб недела/нед
    понеделник/пн вторник/вт сряда/ср четвъртък/чт петък/пт събота/сб неделя/нд
    понедельник/пн вторник/вт среда/ср четверг/чт пятница/пт суббота/сб воскресенье/вс
    понеділок/пн вівторок/вт середа/ср четвер/чт пʼятниця/пт субота/сб неділя/нд
    панядзелак/пн аўторак/аў серада/ср чацвер/чц пятніца/пт субота/сб нядзеля/нд
    δευτέρα/δευ τρίτη/τρί τετάρτη/τετ πέμπτη/πέμ παρασκευή/παρ σάββατο/σάβ κυριακή/κυρ
    hétfő kedd szerda/sze csütörtök/cs péntek szombat/szo vasárnap
    hën mar mër enj pre sht die
    pazartesi/pzt salı/sal çarşamba/çar perşembe/per cuma/cum cumartesi/cmt pazar/paz
    be ça çərşənbə ca cümə şənbə bazar
    дүйсенбі/дс сейсенбі/сс сәрсенбі/ср бейсенбі/бс жұма/жм сенбі/сб жексенбі/жс
    dushanba/dush seshanba/sesh chorshanba/chor payshanba/pay juma/jum shanba/shan yakshanba/yak
    дүйшөмбү/дүй шейшемби/шейш шаршемби/шарш бейшемби/бейш жума ишемби/ишм жекшемби/жек
    даваа/да мягмар/мя лхагва/лх пүрэв/пү баасан/ба бямба/бя ням/ня
    الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد
    دوشنبه سه‌شنبه چهارشنبه پنجشنبه جمعه شنبه یکشنبه
    پیر منگل بدھ جمعرات جمعہ ہفتہ اتوار
    सोमवार/सोम मंगलवार/मंगल बुधवार/बुध गुरुवार/गुरु शुक्रवार/शुक्र शनिवार/शनि रविवार/रवि
    সোমবার/সোম মঙ্গলবার/মঙ্গল বুধবার/বুধ বৃহস্পতিবার/বৃহস্পতি শুক্রবার/শুক্র শনিবার/শনি রবিবার/রবি
    सोमवार/सोम मंगळवार/मंगळ बुधवार/बुध गुरुवार/गुरु शुक्रवार/शुक्र शनिवार/शनि रविवार/रवि
    સોમવાર/સોમ મંગળવાર/મંગળ બુધવાર/બુધ ગુરુવાર/ગુરુ શુક્રવાર/શુક્ર શનિવાર/શનિ રવિવાર/રવિ
    ਸੋਮਵਾਰ/ਸੋਮ ਮੰਗਲਵਾਰ/ਮੰਗਲ ਬੁੱਧਵਾਰ/ਬੁੱਧ ਵੀਰਵਾਰ/ਵੀਰ ਸ਼ੁੱਕਰਵਾਰ/ਸ਼ੁੱਕਰ ਸ਼ਨੀਵਾਰ/ਸ਼ਨੀ ਐਤਵਾਰ/ਐਤ
    திங்கள்/திங் செவ்வாய்/செவ் புதன்/புத வியாழன்/வியா வெள்ளி/வெள் சனி ஞாயிறு/ஞாயி
    సోమవారం/సోమ మంగళవారం/మంగళ బుధవారం/బుధ గురువారం/గురు శుక్రవారం/శుక్ర శనివారం/శని ఆదివారం/ఆది
    ಸೋಮವಾರ/ಸೋಮ ಮಂಗಳವಾರ/ಮಂಗಳ ಬುಧವಾರ/ಬುಧ ಗುರುವಾರ/ಗುರು ಶುಕ್ರವಾರ/ಶುಕ್ರ ಶನಿವಾರ/ಶನಿ ಭಾನುವಾರ/ಭಾನು
    തിങ്കളാഴ്‌ച/തിങ്കൾ ചൊവ്വാഴ്ച/ചൊവ്വ/ചൊവ്വാഴ്‌ച ബുധനാഴ്‌ച/ബുധൻ വ്യാഴാഴ്‌ച/വ്യാഴം വെള്ളിയാഴ്‌ച/വെള്ളി ശനിയാഴ്‌ച/ശനി \
    ഞായറാഴ്‌ച/ഞായർ
    සඳුදා අඟහරුවාදා/අඟහ බදාදා බ්‍රහස්පතින්දා/බ්‍රහස් සිකුරාදා/සිකු සෙනසුරාදා/සෙන ඉරිදා
    सोमबार/सोम मङ्गलबार/मङ्गल बुधबार/बुध बिहिबार/बिहि शुक्रबार/शुक्र शनिबार/शनि आइतबार/आइत
    วันจันทร์/จันทร์ วันอังคาร/อังคาร วันพุธ/พุธ วันพฤหัสบดี/พฤหัส วันศุกร์/ศุกร์ วันเสาร์/เสาร์ วันอาทิตย์/อาทิตย์
    ວັນຈັນ/ຈັນ ວັນອັງຄານ/ອັງຄານ ວັນພຸດ/ພຸດ ວັນພະຫັດ/ພະຫັດ ວັນສຸກ/ສຸກ ວັນເສົາ/ເສົາ ວັນອາທິດ/ອາທິດ
    ច័ន្ទ/ចន្ទ អង្គារ ពុធ ព្រហស្បតិ៍/ព្រហ សុក្រ សៅរ៍ អាទិត្យ
    တနင်္လာ အင်္ဂါ ဗုဒ္ဓဟူး ကြာသပတေး သောကြာ စနေ တနင်္ဂနွေ
    senin/sen selasa/sel rabu/rab kamis/kam jumat/jum sabtu/sab minggu/min
    isnin/isn selasa/sel rabu/rab khamis/kha jumaat/jum sabtu/sab ahad/ahd
    lunes/lun martes/mar miyerkules/miy huwebes/huw biyernes/biy sabado/sab linggo/lin
    月曜日/月 火曜日/火 水曜日/水 木曜日/木 金曜日/金 土曜日/土 日曜日/日
    星期一/周一 星期二/周二 星期三/周三 星期四/周四 星期五/周五 星期六/周六 星期日/周日
    星期一/週一 星期二/週二 星期三/週三 星期四/週四 星期五/週五 星期六/週六 星期日/週日
    월요일/월 화요일/화 수요일/수 목요일/목 금요일/금 토요일/토 일요일/일
    ორშაბათი/ორშ სამშაბათი/სამ ოთხშაბათი/ოთხ ხუთშაბათი/ხუთ პარასკევი/პარ შაბათი/შაბ კვირა/კვი
    երկուշաբթի/երկ երեքշաբթի/երք չորեքշաբթի/չրք հինգշաբթի/հնգ ուրբաթ/ուր շաբաթ/շբթ կիրակի/կիր
    jumatatu jumanne jumatano alhamisi ijumaa jumamosi jumapili
    llun maw mer iau gwen/gwe sad sul
    luan máirt céad déardaoin/déar aoine sath domh
    ሰኞ ማክሰኞ/ማክሰ ረቡዕ ሐሙስ ዓርብ ቅዳሜ እሑድ
    """

  /// Halves and other parts of the day.
  static let partsOfDay = """
    am pm
    vm nm
    fm em
    ap ip
    fh eh
    priekšpusdienā/priekšp/priekšpusdiena pēcpusdienā/pēcp/pēcpusdiena/pēcpusd
    priešpiet popiet
    dop odp
    dop/dopoldne pop/popoldne
    prijepodne popodne
    претпл попл
    дп пп
    πμ μμ
    de du
    pd/paradite md/pasdite
    öö ös
    to tk
    таңкы/тң тк
    үө үх
    ص/صباحًا م/مساءً
    قبل‌ازظهر/قظ بعدازظهر/بظ
    පෙව පව
    पूर्वाह्न अपराह्न
    ก่อนเที่ยง/am หลังเที่ยง/pm
    ກ່ອນທ່ຽງ ຫຼັງທ່ຽງ
    နံနက် ညနေ
    sa ch
    pg ptg
    午前 午後
    午夜 清晨/早上 上午 中午 下午 晚上 凌晨
    上午 下午 午夜 清晨 中午 晚上 凌晨
    오전 오후
    yb/am yh/pm
    rn in
    ጥዋት ከሰዓት
    """

  /// Thousands, millions and so on.
  static let scales = """
    thousand million billion trillion
    mil millones/millón/mill billones/billón
    mil milhões/milhão/mi/mio bilhões/bilhão/bi trilhões/trilhão/tri
    mille/millier millions/million milliards/milliard/md billions/billion/bn
    mila milioni/milione/mln miliardi/miliardo/mld bln
    mie/mii milion/milioane/mil miliard/miliarde/mld trilion/trilioane/tril
    milers/miler milions/milió km bilions/bilió
    millóns/millón billóns/billón
    milioi bilioi
    tausend/tsd millionen/million/mio milliarden/milliarde/mrd billionen/billion/bio
    duizend miljoen/mln miljard/mld biljoen/bln
    duisend miljoen miljard/mjd biljoen/bn
    tusen/tn miljoner/miljon/mn miljarder/miljard/md biljoner/biljon/bn
    tusind millioner/million/mio milliarder/milliard/mia billioner/billion/bio
    tusen millioner/million/mill milliarder/milliard/mrd billioner/billion/bill
    tuhatta/tuhat miljoonaa/miljoona/milj miljardia/miljardi/mrd biljoonaa/biljoona/bilj
    þúsund milljónir/milljón milljarðar/milljarður/ma billjónir/billjón/bn
    tuhat/tuh miljonit/miljon/mln miljardit/miljard/mld triljonit/triljon/trln
    tūkstoši/tūkstošu/tūkstotis/tūkst miljoni/miljonu/miljons/milj miljardi/miljardu/miljards/mljrd \
    triljoni/triljonu/triljons/trilj
    tūkstančių/tūkstantis/tūkstančiai/tūkstančio/tūkst milijonų/milijonas/milijonai/milijono/mln \
    milijardų/milijardas/milijardai/milijardo/mlrd trilijonų/trilijonas/trilijonai/trilijono/trln
    tysiąca/tysiąc/tysiące/tysięcy/tys miliona/milion/miliony/milionów/mln miliarda/miliard/miliardy/miliardów/mld \
    biliona/bilion/biliony/bilionów/bln
    tisíc/tisíce/tis milionů/milion/miliony/milionu/mil miliard/miliarda/miliardy/mld \
    bilionů/bilion/biliony/bilionu/bil
    tisíc/tisíce/tisíca/tis miliónov/milión/milióny/milióna/mil miliárd/miliarda/miliardy/mld \
    biliónov/bilión/bilióny/bilióna/bil
    tisoč/tis milijonov/milijon/milijona/milijoni/mio milijard/milijarda/milijardi/milijarde/mrd \
    bilijonov/bilijon/bilijona/bilijoni/bil
    tisuća/tisuće/tis milijuna/milijun/mil milijardi/milijarda/milijarde/mlr bilijuna/bilijun/bil
    хиљада/хиљаде/хиљ милиона/милион/мил милијарди/милијарда/милијарде/млрд билиона/билион/бил
    hiljada/hiljade/hilj miliona/milion/mil milijardi/milijarda/milijarde/mlrd biliona/bilion/bil
    илјади/илјада/илј милиони/милион/мил милијарди/милијарда/милј/ми/мј билиони/билион/бил
    хиляди/хил милиона/милион/млн милиарда/милиард/млрд трилиона/трилион/трлн
    тысячи/тысяча/тысяч/тыс миллиона/миллион/миллионов/млн миллиарда/миллиард/миллиардов/млрд \
    триллиона/триллион/триллионов/трлн
    тисячі/тисяча/тисяч/тис мільйона/мільйон/мільйони/мільйонів/млн мільярда/мільярд/мільярди/мільярдів/млрд \
    трильйона/трильйон/трильйони/трильйонів/трлн
    тысячы/тысяча/тысяч/тыс мільёна/мільён/мільёны/мільёнаў/млн мільярда/мільярд/мільярды/мільярдаў/млрд \
    трыльёна/трыльён/трыльёны/трыльёнаў/трлн
    χιλιάδες/χιλιάδα/χιλ εκατομμύρια/εκατομμύριο/εκ δισεκατομμύρια/δισεκατομμύριο/δισ \
    τρισεκατομμύρια/τρισεκατομμύριο/τρισ
    ezer millió milliárd/mrd billió
    mijë milion/mln miliard/mld bilion/bln
    bin milyon/mn milyar/mr trilyon/tn
    min milyon/mln milyard/mlrd trilyon/trln
    мың миллион/млн миллиард/млрд триллион/трлн
    ming million/mln milliard/mlrd trillion/trln
    миң миллион/млн миллиард/млд триллион/трлн
    мянга/мян сая тэрбум/тбум инаяд
    אלף מיליון מיליארד טריליון
    ألف/آلاف مليون/ملايين مليار ترليون
    هزار میلیون میلیارد هزارمیلیارد/تریلیون
    ہزار لاکھ کروڑ ارب کھرب ٹریلین
    हज़ार लाख करोड़ अरब खरब नील
    হাজার/হা লাখ/লা কোটি লাকো
    हजार लाख कोटी अब्ज खर्व पद्म
    હજાર લાખ કરોડ અબજ નિખર્વ મહાપદ્મ શંકુ જલધિ
    ਹਜ਼ਾਰ ਲੱਖ ਕਰੋੜ ਅਰਬ ਖਰਬ ਨੀਲ
    ஆயிரம் மில்லியன் பில்லியன் டிரில்லியன்
    వేలు/వేయి/వే మిలియన్లు/మిలియన్/మి బిలియన్లు/బిలియన్/బి ట్రిలియన్లు/ట్రిలియన్/ట్రి
    ಸಾವಿರ/ಸಾ ಮಿಲಿಯನ್/ಮಿ ಬಿಲಿಯನ್/ಬಿ ಟ್ರಿಲಿಯನ್‌/ಟ್ರಿ
    ആയിരം ദശലക്ഷം ബില്യൺ ട്രില്യൺ
    දහස මිලියන/මි බිලියන/බි ට්‍රිලියන/ට්‍රි
    हजार लाख अरब खरब शंख
    พัน หมื่น แสน ล้าน พันล้าน หมื่นล้าน แสนล้าน ล้านล้าน
    ພັນ ແສນ ລ້ານ ຕື້ ລ້ານລ້ານ/ລລ
    ពាន់ លាន ប៊ីលាន ទ្រីលាន
    ထောင် သောင်း သိန်း သန်း ကုဋေ/ဋေ ကောဋိ
    nghìn triệu/tr tỷ nt
    ribu/rb juta/jt miliar triliun
    ribu juta bilion trilion
    libo milyon bilyon trilyon
    万 億 兆 京
    万 亿 万亿
    萬 億 兆
    천 만 억 조
    ათასი/ათ მილიონი/მლნ მილიარდი/მლრდ/მლრ ტრილიონი/ტრლ
    հազար/հզր միլիոն/մլն միլիարդ/մլրդ տրիլիոն/տրլն
    elfu milioni bilioni trilioni
    mil miliwn biliwn triliwn
    míle/mhíle milliún/mhilliún billiún/bhilliún/mbilliún trilliún/thrilliún/dtrilliún
    ሚሊዮን ቢሊዮን ትሪሊዮን
    """
}
