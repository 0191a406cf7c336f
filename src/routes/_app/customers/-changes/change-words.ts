import type { ChangeKind, CustomerChange } from '#contract/customer-changes.ts'
import { numberText } from '#lib/locale.ts'

import { countOf } from '../-deletion.tsx'

interface Words {
  /** `Archiving` */
  readonly doing: string
  /** `archived` */
  readonly done: string
  /** What customers are that it doesn't change: `already archived`. */
  readonly already: string
  /** What customers are once it is undone: `active again`. */
  readonly undone: string
  /** `Couldn’t archive` */
  readonly failed: string
}

/** What people read about each kind of change. */
export const changeWords: Readonly<Record<ChangeKind, Words>> = {
  archive: {
    doing: 'Archiving',
    done: 'archived',
    already: 'already archived',
    undone: 'archived again',
    failed: 'Couldn’t archive',
  },
  unarchive: {
    doing: 'Unarchiving',
    done: 'unarchived',
    already: 'already active',
    undone: 'active again',
    failed: 'Couldn’t unarchive',
  },
}

/** Says how far a change is. */
export function progressOf({ kind, total, ...done }: CustomerChange, isReachable: boolean): string {
  const doing = `${changeWords[kind].doing} ${countOf(total)}`
  return isReachable
    ? `${doing}… ${numberText(doneOf(done))} done`
    : `${doing}. Can’t reach the server right now; it continues there.`
}

/** How many customers it has dealt with. */
export const doneOf = ({
  changed,
  unchanged,
  missing,
}: Pick<CustomerChange, 'changed' | 'unchanged' | 'missing'>): number => changed + unchanged + missing

/** Says how a change ended. `who`: the name of a single customer. `isUndo`: it took another one back. */
export function summaryOf(
  { kind, state, total, changed, unchanged, missing }: CustomerChange,
  { who, isUndo = false }: { readonly who?: string | undefined; readonly isUndo?: boolean } = {},
): string {
  const { doing, done, already, undone } = changeWords[kind]
  const notes = [
    unchanged > 0 &&
      `${total === 1 ? (who ?? '1 customer') : numberText(unchanged)} ${unchanged === 1 ? 'was' : 'were'} ${already}.`,
    missing > 0 && `${countOf(missing)} no longer ${missing === 1 ? 'exists' : 'exist'}.`,
  ].filter((note) => note !== false)
  if (state === 'canceled')
    return [`${doing} canceled: ${numberText(changed)} of ${countOf(total)} ${done} by then.`, ...notes].join(
      ' ',
    )
  if (changed === 0) return notes.join(' ')
  const first = `${total === 1 ? (who ?? countOf(1)) : countOf(changed)} ${isUndo ? undone : done}`
  return notes.length === 0 ? first : [`${first}.`, ...notes].join(' ')
}
