/** A bank account by its IBAN; `bic` is empty where nobody wrote it down. Both without spaces. */
export interface BankAccount {
  readonly iban: string
  readonly bic: string
}

/** Lengths of IBANs by country, from the registry of ISO 13616. */
const lengths = `
  AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18
  FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21
  LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24
  SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30
`
const lengthOf: ReadonlyMap<string, number> = new Map(
  lengths
    .trim()
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)

/**
 * Returns the account that bank details name: the first IBAN with valid check digits, and the BIC that is called one.
 * Undefined where there is none.
 */
export function bankAccountIn(details: string): BankAccount | undefined {
  const text = details.toUpperCase()
  for (const { index } of text.matchAll(/\b[A-Z]{2}[0-9]{2}/g)) {
    const iban = ibanAt(text, index)
    if (iban === undefined) continue
    const [, bic = ''] =
      /\b(?:BIC|SWIFT)\b[^A-Z0-9\n]*([A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)\b/.exec(text) ?? []
    return { iban, bic }
  }
  return undefined
}

/** The groups of digits may be apart from each other, on one line. */
function ibanAt(text: string, index: number): string | undefined {
  const length = lengthOf.get(text.slice(index, index + 2)) ?? 0
  // Twice as long has room for a space after each character.
  const [line = ''] = text.slice(index, index + 2 * length).split('\n')
  const compact = line.replaceAll(/[\s\-.]/g, '')
  const iban = compact.slice(0, length)
  return iban.length === length && length > 0 && /^[A-Z0-9]+$/.test(iban) && isChecked(iban)
    ? iban
    : undefined
}

/** ISO 7064, MOD 97-10: letters are numbers from 10 on. */
function isChecked(iban: string): boolean {
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replaceAll(/[A-Z]/g, (letter) =>
    String(Number.parseInt(letter, 36)),
  )
  return BigInt(digits) % 97n === 1n
}
