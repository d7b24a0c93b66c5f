// Writes numbers with bounds of digits and with units as this Node's ICU has them, the same in every run:
// node write-digits.mjs > digits.json

const locales = "en-US de-DE fr-FR es-ES sv-SE nl-NL".split(" ")
const units = `kilobyte megabyte second minute hour day year meter kilometer mile celsius percent liter kilogram
  kilometer-per-hour meter-per-second`.split(/\s+/)

let state = 0x2545f491
function below(limit) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return Math.floor(state / 2 ** 32 * limit)
}
const one = (list) => list[below(list.length)]
const sometimes = (chance, value) => (below(100) < chance ? value : undefined)

function value() {
  const digits = `${1 + below(9)}${Array.from({ length: below(7) }, () => below(10)).join("")}`
  const fraction = below(2) ? "" : `.${Array.from({ length: below(5) }, () => below(10)).join("")}${1 + below(9)}`
  return (below(4) ? "" : "-") + (below(5) ? digits : "0") + (below(5) ? fraction : fraction || ".5")
}

function bounds(options, name, least, most) {
  const [low, high] = [least + below(most), least + below(most)].sort((a, b) => a - b)
  if (below(3)) options[`minimum${name}`] = low
  if (below(3)) options[`maximum${name}`] = high
}

const rows = []
while (rows.length < 900) {
  const style = one(["decimal", "percent", "currency", "unit", "unit"])
  const locale = one(locales)
  // Narrow names differ between versions of CLDR.
  const displays = ["short", "long", ...(locale === "en-US" ? ["narrow"] : [])]
  const options = { style, notation: sometimes(30, "compact") }
  if (style === "currency") options.currency = one(["EUR", "USD", "JPY"])
  if (style === "unit") Object.assign(options, { unit: one(units), unitDisplay: one(displays) })
  if (below(2)) bounds(options, "FractionDigits", 0, 5)
  if (!below(3)) bounds(options, "SignificantDigits", 1, 6)
  const number = value()
  const text = new Intl.NumberFormat(locale, options).format(number)
  // A number that is shown as zero has no sign here.
  if (/[1-9]/.test(text)) rows.push({ locale, ...options, value: number, text })
}
process.stdout.write(`[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`)
