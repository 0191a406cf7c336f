import { Skeleton } from '@mantine/core'
import { type ReactNode, Suspense, useMemo } from 'react'

import { type DocumentLook, localeOf } from '#contract/invoices/looks.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'

import { type SheetLanguage, english, writtenIn } from './sheet-language.ts'
import type { OtherLook } from './sheet-translations.ts'

const SheetTranslation = lazyWithRetry(async () => (await import('./sheet-translation.tsx')).SheetTranslation)

interface Props {
  look: DocumentLook
  /** Draws the sheet. */
  children: (language: SheetLanguage) => ReactNode
}

/** A sheet in the language and region of its look; words are fetched unless they are English. */
export function InLanguage({ look, children }: Props) {
  const { language, region } = look
  const own = useMemo(
    () =>
      region === undefined ? english : { ...english, ...writtenIn(localeOf({ language: 'en', region })) },
    [region],
  )
  if (language === 'en') return children(own)
  return (
    <Suspense fallback={<Skeleton height={640} maw={860} />}>
      <SheetTranslation look={look as OtherLook}>{children}</SheetTranslation>
    </Suspense>
  )
}
