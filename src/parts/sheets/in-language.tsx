import { Skeleton } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'

import type { InvoiceLanguage } from '#contract/invoice-looks.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'

import { type SheetLanguage, english } from './sheet-language.ts'

const SheetTranslation = lazyWithRetry(async () => (await import('./sheet-translation.tsx')).SheetTranslation)

interface Props {
  language: InvoiceLanguage
  /** Draws the sheet. */
  children: (language: SheetLanguage) => ReactNode
}

/** A sheet in its language, whose words are fetched unless they are English. */
export const InLanguage = ({ language, children }: Props) =>
  language === 'en' ? (
    children(english)
  ) : (
    <Suspense fallback={<Skeleton height={640} maw={860} />}>
      <SheetTranslation language={language}>{children}</SheetTranslation>
    </Suspense>
  )
