/** By ICU 78. Frozen, as migrations are: what `Intl` says today may be different. */
const unlikeHundredths: Readonly<Record<number, string>> = {
  0: `ADP AFN ALL BIF BYR CLP COP DJF ESP GNF HUF IDR IQD IRR ISK ITL JPY KMF KPW KRW LAK LBP LUF MGA MGF MMK MRO PKR PYG
    RWF SLL SOS STD SYP TMM TRL UGX UYI VND VUV XAF XOF XPF YER ZMK ZWD`,
  3: 'BHD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

/** The decimals of a currency in the Node that amounts were stored under before 0062. */
export function icuDigits(currency: string): number {
  const found = Object.entries(unlikeHundredths).find(([, codes]) => codes.split(/\s+/).includes(currency))
  return found ? Number(found[0]) : 2
}
