import { fold } from './folding.ts'

/** ISO 3166-1 alpha-2 codes, two letters each. */
const codes =
  'ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCMCNCOCRCUCVCWCXCYCZDEDJDKDMDODZ' +
  'ECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHUIDIEILIMINIOIQIRISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZ' +
  'LALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQA' +
  'RERORSRURWSASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZUAUGUMUSUYUZVAVCVEVGVIVNVUWFWSYEYTZAZMZW'

/** ISO 3166-1 alpha-2 codes. */
export const countryCodes: readonly string[] = codes.match(/../g) ?? []

/** Other English names. */
export const alsoCalled: Readonly<Record<string, readonly string[]>> = {
  AE: ['UAE'],
  CD: ['DRC'],
  CI: ['Ivory Coast'],
  CZ: ['Czech Republic'],
  GB: ['UK', 'Great Britain', 'England', 'Scotland', 'Wales', 'Northern Ireland'],
  KR: ['Korea'],
  MK: ['Macedonia'],
  MM: ['Burma'],
  NL: ['Holland', 'The Netherlands'],
  SZ: ['Swaziland'],
  TR: ['Turkey', 'Türkiye'],
  US: ['USA', 'United States of America'],
}

/** Returns the English name of a country by its code. */
export const countryName = (code: string): string =>
  new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code

/** Languages in which a country is recognized. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt']

/** Returns the code of a country by its code or by its name, as people write that; undefined if it is none. */
export function countryCodeOf(name: string): string | undefined {
  const text = plain(name)
  return text === '' ? undefined : (codesByName ??= nameAll()).get(text)
}

let codesByName: ReadonlyMap<string, string> | undefined

function nameAll(): ReadonlyMap<string, string> {
  const names = languages.map((language) => new Intl.DisplayNames(language, { type: 'region' }))
  return new Map(
    countryCodes.flatMap((code) =>
      [code, ...(alsoCalled[code] ?? []), ...names.map((all) => all.of(code) ?? '')]
        .map((name) => [plain(name), code] as const)
        .filter(([name]) => name !== ''),
    ),
  )
}

const plain = (name: string) =>
  fold(name)
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
