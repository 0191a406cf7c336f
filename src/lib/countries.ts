import { nameFormat, wordOrder } from './locale.ts'

/** ISO 3166-1 alpha-2 codes, two letters each. */
const codes =
  'ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCMCNCOCRCUCVCWCXCYCZDEDJDKDMDODZ' +
  'ECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHUIDIEILIMINIOIQIRISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZ' +
  'LALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQA' +
  'RERORSRURWSASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZUAUGUMUSUYUZVAVCVEVGVIVNVUWFWSYEYTZAZMZW'

/** A country by its ISO 3166-1 alpha-2 code, with its English name. */
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
  const nameOf = nameFormat('region')
  const compare = wordOrder()
  return (codes.match(/../g) ?? [])
    .map((code) => ({ code, name: nameOf(code) }))
    .toSorted((one, other) => compare(one.name, other.name))
}

/** Returns the texts by which a country is found. */
export const searchTextOf = ({ code, name }: Country): string =>
  [name, code, alsoCalled[code] ?? ''].join(' ')
