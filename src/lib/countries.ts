/** ISO 3166-1 alpha-2 codes, two letters each. */
const codes =
  'ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCMCNCOCRCUCVCWCXCYCZDEDJDKDMDODZ' +
  'ECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHUIDIEILIMINIOIQIRISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZ' +
  'LALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQA' +
  'RERORSRURWSASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZUAUGUMUSUYUZVAVCVEVGVIVNVUWFWSYEYTZAZMZW'

export interface Country {
  code: string
  name: string
}

/** Other names that people search for. */
const alsoCalled: Readonly<Record<string, string>> = {
  AE: 'UAE',
  CD: 'DRC',
  CI: 'Ivory Coast',
  CZ: 'Czech Republic',
  GB: 'UK England Scotland Wales Great Britain',
  KR: 'Korea',
  MK: 'Macedonia',
  MM: 'Burma',
  NL: 'Holland',
  SZ: 'Swaziland',
  TR: 'Turkey Türkiye',
  US: 'USA America',
}

/** Returns every country with its English name, by name. */
export const countries = (): readonly Country[] => (named ??= nameAll())

let named: readonly Country[] | undefined

function nameAll(): readonly Country[] {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  const order = new Intl.Collator('en')
  return (codes.match(/../g) ?? [])
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((one, other) => order.compare(one.name, other.name))
}

/** Returns the texts by which a country is found. */
export const searchTextOf = ({ code, name }: Country): string =>
  [name, code, alsoCalled[code] ?? ''].join(' ')
