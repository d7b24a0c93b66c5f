// Writes 8,000 numbers as this Node's ICU has them, the same in every run: node write-numbers.mjs > numbers_8000.json
// Halves go away from zero, as in ECMA-402.

const locales = `af-ZA am-ET ar ar-AE ar-EG ar-EG-u-nu-latn ar-SA az-AZ bg-BG bn bn-BD bn-IN ca-ES ckb-IQ cs-CZ cy-GB
  da-DK de-AT de-CH de-DE de-LI dz-BT el-GR en-GB en-IN en-US en-US-u-nu-arab en-ZA es es-419 es-AR es-ES es-MX et-EE
  eu-ES fa fa-IR fi-FI fr-CA fr-CH fr-FR ga-IE gl-ES gsw-CH gu-IN he-IL hi-IN hi-IN-u-nu-deva hr-HR hu-HU hy-AM id-ID
  is-IS it-CH it-IT ja-JP ka-GE kk-KZ km-KH ko-KR lo-LA lt-LT lv-LV mk-MK mn-MN mr-IN my-MM nb-NO ne-NP nl-NL pa-IN pl
  pl-PL ps-AF pt-BR pt-PT ro-RO ru-RU si-LK sk-SK sl-SI sq-AL sr-RS sv-SE sw-KE ta-IN te-IN th-TH th-TH-u-nu-thai tr-TR
  uk-UA ur-PK uz-UZ vi-VN zh-CN zh-TW zu-ZA`.split(/\s+/)
const currencies = "BRL CHF CNY EUR GBP ILS INR JPY KRW KWD PLN SEK TRY USD".split(" ")

let state = 0x9e3779b9
function below(limit) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return Math.floor(state / 2 ** 32 * limit)
}
const one = (list) => list[below(list.length)]
const sometimes = (chance, value) => (below(100) < chance ? value : undefined)

function value() {
  const sign = below(4) === 0 ? "-" : ""
  const digits = Array.from({ length: 1 + below(6) }, () => below(10)).join("").replace(/^0+/, "") || "0"
  switch (below(5)) {
    case 0: return sign + one(["0", "1", "10", "99.5", "200", "999", "1000", "1234", "9999", "12345", "999999", "1000000"])
    case 1: return sign + digits + "0".repeat(below(11))
    case 2: return sign + digits + "." + Array.from({ length: 1 + below(5) }, () => below(10)).join("")
    case 3: return sign + "0." + "0".repeat(below(4)) + digits
    default: return sign + digits
  }
}

function options() {
  const style = one(["decimal", "decimal", "percent", "currency"])
  const options = { style }
  if (style === "currency") options.currency = one(currencies)
  options.notation = sometimes(33, "compact")
  options.minimumFractionDigits = sometimes(60, below(5))
  options.minimumIntegerDigits = sometimes(16, 1 + below(8))
  options.useGrouping = one([undefined, undefined, false, "always"])
  options.signDisplay = one([undefined, undefined, "always", "exceptZero", "never"])
  if (style === "currency" && !options.signDisplay) options.currencySign = sometimes(33, "accounting")
  return options
}

function row() {
  const [locale, chosen, number] = [one(locales), options(), value()]
  const format = new Intl.NumberFormat(locale, {
    ...chosen, maximumFractionDigits: chosen.minimumFractionDigits, roundingMode: "halfExpand",
  })
  return JSON.stringify({ locale, ...chosen, value: number, text: format.format(number) })
}

console.log("[\n" + Array.from({ length: 8000 }, row).join(",\n") + "\n]")
