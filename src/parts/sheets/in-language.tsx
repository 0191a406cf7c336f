import { Skeleton } from '@mantine/core'
import { type ReactNode, Suspense, useMemo } from 'react'

import type { DocumentLook } from '#contract/invoices/looks.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'

import { type SheetLanguage, englishOf } from './sheet-language.ts'
import type { OtherLook } from './sheet-translations.ts'

const SheetTranslation = lazyWithRetry(async () => (await import('./sheet-translation.tsx')).SheetTranslation)

interface Props {
  look: DocumentLook
  /** Draws the sheet. */
  children: (language: SheetLanguage) => ReactNode
}

/** A sheet in the language and region of its look; words are fetched unless they are English. */
export function InLanguage({ look, children }: Props) {
  const { language, region, tax_name } = look
  const own = useMemo(() => englishOf({ region, tax_name }), [region, tax_name])
  if (language === 'en') return children(own)
  return (
    <Suspense fallback={<Skeleton height={640} maw={860} />}>
      <SheetTranslation look={look as OtherLook}>{children}</SheetTranslation>
    </Suspense>
  )
}
