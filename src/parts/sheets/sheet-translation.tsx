import { type ReactNode, useMemo } from 'react'

import type { SheetLanguage } from './sheet-language.ts'
import { type OtherLook, translationTo } from './sheet-translations.ts'

interface Props {
  look: OtherLook
  /** Draws the sheet. */
  children: (language: SheetLanguage) => ReactNode
}

/** Fetches the words of a sheet that isn't in English, for what draws it. */
export function SheetTranslation({ look: { language, region, tax_name }, children }: Props) {
  const translation = useMemo(
    () => translationTo({ language, region, tax_name }),
    [language, region, tax_name],
  )
  return children(translation)
}
