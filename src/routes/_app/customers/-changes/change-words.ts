import type { ChangeKind, CustomerChange } from '#contract/customers/changes.ts'
import { numberText } from '#lib/locale.ts'

import { countOf } from '../-deletion.tsx'

interface Words {
  /** `Archiving 3 customers` */
  readonly doing: (who: string) => string
  /** `3 customers archived` */
  readonly done: (who: string) => string
  /** Of customers that it didn't change: `3 were already archived.` */
  readonly already: (who: string, isOne: boolean) => string
  /** Of customers for whom another change was taken back: `3 customers active again`. */
  readonly undone: (who: string) => string
  /** `Couldn’t archive` */
  readonly failed: string
}

/** Texts about each kind of change. */
export const changeWords: Readonly<Record<ChangeKind, Words>> = {
  archive: {
    doing: (who) => `Archiving ${who}`,
    done: (who) => `${who} archived`,
    already: (who, isOne) => `${who} ${isOne ? 'was' : 'were'} already archived.`,
    undone: (who) => `${who} archived again`,
    failed: 'Couldn’t archive',
  },
  unarchive: {
    doing: (who) => `Unarchiving ${who}`,
    done: (who) => `${who} unarchived`,
    already: (who, isOne) => `${who} ${isOne ? 'was' : 'were'} already active.`,
    undone: (who) => `${who} active again`,
    failed: 'Couldn’t unarchive',
  },
  permissions: {
    doing: (who) => `Changing permissions of ${who}`,
    done: (who) => `Permissions of ${who} changed`,
    already: (who) => `${who} already had these permissions.`,
    undone: (who) => `Permissions of ${who} changed back`,
    failed: 'Couldn’t change permissions',
  },
  assign: {
    doing: (who) => `Assigning ${who}`,
    done: (who) => `${who} assigned`,
    already: (who, isOne) => `${who} ${isOne ? 'was' : 'were'} already assigned that way.`,
    undone: (who) => `${who} assigned again`,
    failed: 'Couldn’t assign',
  },
}

/** Says how far a change is. */
export function progressOf({ kind, total, ...done }: CustomerChange, isReachable: boolean): string {
  const doing = changeWords[kind].doing(countOf(total))
  return isReachable
    ? `${doing}… ${numberText(doneOf(done))} done`
    : `${doing}. Can’t reach the server right now; it continues there.`
}

/** How many customers it has dealt with. */
export const doneOf = ({
  changed,
  unchanged,
  missing,
  failed,
}: Pick<CustomerChange, 'changed' | 'unchanged' | 'missing' | 'failed'>): number =>
  changed + unchanged + missing + failed

/** Says how a change ended. `who`: the name of a single customer. `isUndo`: it took another one back. */
export function summaryOf(
  { kind, state, total, changed, unchanged, missing, failed }: CustomerChange,
  { who, isUndo = false }: { readonly who?: string | undefined; readonly isUndo?: boolean } = {},
): string {
  const { done, already, undone } = changeWords[kind]
  const nameOf = (count: number) => (total === 1 ? (who ?? countOf(1)) : countOf(count))
  const notes = [
    unchanged > 0 && already(nameOf(unchanged), unchanged === 1),
    missing > 0 && `${countOf(missing)} no longer ${missing === 1 ? 'exists' : 'exist'}.`,
    failed > 0 && `${countOf(failed)} couldn’t be changed. Try again.`,
  ].filter((note) => note !== false)
  if (state === 'canceled')
    return [`Canceled: ${numberText(changed)} of ${countOf(total)} had been changed by then.`, ...notes].join(
      ' ',
    )
  if (changed === 0) return notes.join(' ')
  const first = (isUndo ? undone : done)(nameOf(changed))
  return notes.length === 0 ? first : [`${first}.`, ...notes].join(' ')
}
