import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'

import { type Placeholder, type TextForm, piecesOf } from '#contract/values/placeholders.ts'

/** A text with the placeholders it can have. */
interface Props {
  text: string
  allowed: readonly Placeholder[]
  form: TextForm
  onText: (text: string) => void
}

/** Error about the placeholders of a text, for its input; undefined if there is none. */
export function placeholderError({ text, allowed, form, onText }: Props): ReactNode | undefined {
  const pieces = [...piecesOf(text, allowed, form)]
  const index = pieces.findIndex(({ kind }) => kind === 'problem')
  const piece = pieces[index]
  if (piece?.kind !== 'problem') return undefined
  const { meant, message } = piece.explain()
  const replace = () => onText(pieces.map((one, at) => (at === index ? `{{${meant}}}` : one.text)).join(''))
  return (
    <>
      {message}{' '}
      {meant && (
        <Anchor component="button" type="button" size="xs" onClick={replace}>
          Use {`{{${meant}}}`}
        </Anchor>
      )}
    </>
  )
}
