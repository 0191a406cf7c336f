import type { ImportKind, ImportOutcome, ImportState } from '#contract/imports.ts'
import type { Tone } from '#kit/status-badge.tsx'
import { pluralize } from '#lib/pluralize.ts'

/** Words of the screens of an import for each kind. */
export interface ImportWords {
  readonly kind: ImportKind
  readonly one: string
  readonly title: string
  readonly back: string
  readonly list: '/customers' | '/services'
  /** The whole line above the choice of a file. */
  readonly hint: string
  /** How rows find the record that exists. */
  readonly match: string
  /** A bad row keeps the others from being imported. */
  readonly isAtomic: boolean
}

/** The words by what is imported. */
export const importWords: Readonly<Record<ImportKind, ImportWords>> = {
  customers: {
    kind: 'customers',
    one: 'customer',
    title: 'Import customers',
    back: 'Customers',
    list: '/customers',
    hint: 'A CSV file with a header row, up to 20 MB and 100,000 rows. You can also drop it here.',
    match: 'with the same email',
    isAtomic: false,
  },
  services: {
    kind: 'services',
    one: 'service',
    title: 'Import services',
    back: 'Services',
    list: '/services',
    hint: 'A CSV file with a header row, up to 20 MB and 10,000 rows. You can also drop it here.',
    match: 'with the same ID or name',
    isAtomic: true,
  },
}

/** The state of an import, with the tone of its badge. */
export const stateWords: Readonly<Record<ImportState, readonly [word: string, tone: Tone]>> = {
  ready: ['Columns not matched', 'notice'],
  checking: ['Checking', 'info'],
  checked: ['Ready to import', 'notice'],
  running: ['Importing', 'info'],
  stopped: ['Stopped', 'notice'],
  completed: ['Completed', 'good'],
  canceled: ['Canceled', 'neutral'],
}

/** The outcomes of rows in the order they're shown, before the import and after. */
export const outcomeWords: readonly (readonly [outcome: ImportOutcome, before: string, after: string])[] = [
  ['created', 'To create', 'Created'],
  ['updated', 'To update', 'Updated'],
  ['skipped', 'To skip', 'Skipped'],
  ['failed', 'With problems', 'Not imported'],
]

export const rowsText = (count: number): string => pluralize(count, 'row')
