import { type DraftCell, type DraftForm, type DraftLine, emptyLine, isBlank } from '#api/invoice-draft.ts'
import { movedTo } from '#lib/moved-to.ts'

/** Actions that change a draft in the editor. `key` names a line. */
export type DraftAction =
  | { readonly kind: 'set'; readonly values: Partial<Omit<DraftForm, 'lines'>> }
  | { readonly kind: 'type'; readonly key: string; readonly cell: DraftCell; readonly text: string }
  | { readonly kind: 'fill'; readonly key: string; readonly values: Partial<Omit<DraftLine, 'key'>> }
  | { readonly kind: 'insert'; readonly line: DraftLine; readonly at: number }
  | { readonly kind: 'remove'; readonly key: string }
  | { readonly kind: 'move'; readonly key: string; readonly by: 1 | -1 }
  | { readonly kind: 'replace'; readonly form: DraftForm }

/** Returns the draft after an action in its editor. */
export function reduceDraft(form: DraftForm, action: DraftAction): DraftForm {
  const { lines } = form
  switch (action.kind) {
    case 'set':
      return { ...form, ...action.values }
    case 'type':
      return withLine(form, action.key, { [action.cell]: action.text })
    case 'fill':
      return withLine(form, action.key, action.values)
    case 'insert':
      return { ...form, lines: lines.toSpliced(action.at, 0, action.line) }
    case 'remove': {
      const rest = lines.filter(({ key }) => key !== action.key)
      return { ...form, lines: rest.length === 0 ? [emptyLine()] : rest }
    }
    case 'move': {
      const index = lines.findIndex(({ key }) => key === action.key)
      const to = index + action.by
      if (index === -1 || to < 0 || to >= lines.length) return form
      return { ...form, lines: movedTo(lines, index, to) }
    }
    case 'replace':
      return action.form
  }
}

function withLine(form: DraftForm, key: string, values: Partial<DraftLine>): DraftForm {
  return { ...form, lines: form.lines.map((line) => (line.key === key ? { ...line, ...values } : line)) }
}

/** Returns the blank line that is last, or a new one with the tax rate of the last line. */
export const nextLine = (lines: readonly DraftLine[]): { line: DraftLine; isNew: boolean } => {
  const last = lines.at(-1)
  return last && isBlank(last) ? { line: last, isNew: false } : { line: emptyLine(last?.tax), isNew: true }
}
