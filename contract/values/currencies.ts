/**
 * Currencies and their minor units: list one of ISO 4217 as published on 2026-01-01, by the code’s letters. Both sides count in
 * these units, and never in those of `Intl`, which follow CLDR and change with its version.
 */
const active = `
  AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF
  CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD
  HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD
  MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN
  PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD
  TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAD XAF XAG XAU XBA XBB XBC XBD XCD XCG XDR XOF XPD
  XPF XPT XSU XUA YER ZAR ZMW ZWG
`

/** Those that aren’t hundredths. */
const unlikeHundredths: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

/** Withdrawn ones that amounts may be stored in, without decimals. Codes are added here when they leave the list. */
const withdrawn = 'ADP BYR ESP ITL LUF MGF MRO SLL STD TMM TRL ZMK ZWD'

const codesIn = (text: string) => text.trim().split(/\s+/)

/**
 * The codes that can be chosen, sorted. Those for testing and for no currency (XTS, XXX) can’t. Metals and units of account, for
 * which the standard has no minor unit, count in hundredths.
 */
export const currencyCodes: readonly string[] = codesIn(active)

const known: ReadonlySet<string> = new Set(currencyCodes)

/** Whether the code can be chosen for something new. */
export const isCurrency = (code: string): boolean => known.has(code)

const digits: ReadonlyMap<string, number> = new Map([
  ...currencyCodes.map((code) => [code, 2] as const),
  ...codesIn(withdrawn).map((code) => [code, 0] as const),
  ...Object.entries(unlikeHundredths).flatMap(([count, codes]) =>
    codesIn(codes).map((code) => [code, Number(count)] as const),
  ),
])

/** Decimals of a currency: 2 for EUR, 0 for JPY, 3 for KWD; 2 for a code that isn’t known. */
export const fractionDigits = (currency: string): number => digits.get(currency) ?? 2

/** Every code whose decimals are known, with them. */
export const knownDigits: ReadonlyMap<string, number> = digits

/** Passed to `Intl`, so that it shows the decimals of the currency and not its own. */
export const fractionFormat = (currency: string) => ({
  minimumFractionDigits: fractionDigits(currency),
  maximumFractionDigits: fractionDigits(currency),
})
