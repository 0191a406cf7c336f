import { type ReactNode, useMemo } from 'react'

import type { SheetLanguage } from './sheet-language.ts'
import { type OtherLanguage, translationTo } from './sheet-translations.ts'

interface Props {
  language: OtherLanguage
  /** Draws the sheet. */
  children: (language: SheetLanguage) => ReactNode
}

/** Fetches the words of a sheet that isn't in English, for what draws it. */
export function SheetTranslation({ language, children }: Props) {
  const translation = useMemo(() => translationTo(language), [language])
  return children(translation)
}
