import { type ReactNode, Suspense } from 'react'

import { lazyWithRetry } from '#kit/lazy-with-retry.ts'

import { FormattedText } from './formatted-text.tsx'

import classes from './formatted-text.module.css'

export interface FormattedTextInputProps {
  label: string
  /** Formatted text, as it's stored. */
  value: string
  error?: ReactNode
  onChange: (text: string) => void
}

const TextEditor = lazyWithRetry(async () => (await import('./text-editor.tsx')).TextEditor)

/** An input for formatted text. Its editor is fetched with the first one; until then the text is in the same place. */
export const FormattedTextInput = (props: FormattedTextInputProps) => (
  <Suspense
    fallback={
      <div className={classes.frame} aria-hidden>
        <div className={classes.toolbar} />
        <div className={classes.written}>
          <div>
            <FormattedText text={props.value} />
          </div>
        </div>
      </div>
    }
  >
    <TextEditor {...props} />
  </Suspense>
)
