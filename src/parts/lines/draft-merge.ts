import {
  type DraftForm,
  type DraftSaid,
  draftAmounts,
  emptyLine,
  isBlank,
  plainLine,
  saidIn,
} from '#api/invoice-draft.ts'
import { dayText } from '#lib/calendar.ts'
import { type Merge, type MergeInput, type Versions, describeValue, mergeVersions } from '#lib/merge.ts'
import { money } from '#lib/money.ts'
import { pluralize } from '#lib/pluralize.ts'
import { termsText } from '#parts/payment-terms.ts'

import { exemptionNames } from './exemption-names.ts'

/** Parts of a draft that are merged as a whole. */
export type DraftPart = 'customer' | 'currency' | 'terms' | 'lines' | 'notes' | 'said'

type Terms = Pick<DraftForm, 'paymentDays' | 'due'>

const parts = (currency: string): readonly MergeInput<DraftForm, DraftPart>[] => [
  {
    path: 'customer',
    label: 'Customer',
    read: ({ customer }) => customer,
    write: (form, customer) => ({ ...form, customer: customer as DraftForm['customer'] }),
    describe: (customer) => describeValue((customer as DraftForm['customer'])?.name),
  },
  {
    path: 'currency',
    label: 'Currency',
    read: (form) => form.currency,
    write: (form, value) => ({ ...form, currency: value as string }),
    describe: describeValue,
  },
  {
    path: 'terms',
    label: 'Payment terms',
    read: ({ paymentDays, due }): Terms => ({ paymentDays, due }),
    write: (form, terms) => ({ ...form, ...(terms as Terms) }),
    describe: (value) => {
      const { paymentDays, due } = value as Terms
      return paymentDays === null ? `Due ${due === '' ? '(empty)' : dayText(due)}` : termsText(paymentDays)
    },
  },
  {
    path: 'lines',
    label: 'Lines',
    // Keys differ between two reads of the same lines, and what was typed from what was read.
    read: ({ lines, currency: own }) =>
      lines
        .filter((line) => !isBlank(line))
        .map((line) => {
          const { key: _key, ...rest } = plainLine(line, own)
          return rest
        }),
    write: (form, lines) => ({ ...form, lines: withKeys(lines as readonly LineWithoutKey[]) }),
    describe: (lines) => describeLines(withKeys(lines as readonly LineWithoutKey[]), currency),
  },
  {
    path: 'notes',
    label: 'Notes',
    read: ({ notes }) => notes.trim(),
    write: (form, notes) => ({ ...form, notes: notes as string }),
    describe: describeValue,
  },
  {
    path: 'said',
    label: 'Reference, delivery and reason for no tax',
    read: saidIn,
    write: (form, said) => ({ ...form, said: said as DraftSaid }),
    describe: (value) => describeSaid(value as DraftSaid),
  },
]

const describeSaid = ({ reference, from, to, exemption, reason }: DraftSaid): string =>
  describeValue(
    [
      reference,
      [from, to]
        .filter((day) => day !== '')
        .map(dayText)
        .join(' – '),
      exemption === '' ? '' : exemptionNames[exemption],
      reason,
    ]
      .filter((text) => text !== '')
      .join(', '),
  )

type LineWithoutKey = Omit<DraftForm['lines'][number], 'key'>

let round = 0
const withKeys = (lines: readonly LineWithoutKey[]): DraftForm['lines'] => {
  round += 1
  if (lines.length === 0) return [emptyLine()]
  return lines.map((line, index) => ({ ...line, key: `merged-${round}-${index}` }))
}

function describeLines(lines: DraftForm['lines'], currency: string): string {
  const amounts = draftAmounts({ lines, currency })
  const count = pluralize(lines.length, 'line')
  return amounts ? `${count}, total ${money(amounts.total, currency)}` : count
}

/** Merges two people's edits of one draft, part by part. */
export const mergeDrafts = (versions: Versions<DraftForm>): Merge<DraftForm, DraftPart> =>
  mergeVersions(versions, parts(versions.mine.currency))

/** Returns the draft with that part as one of the two people has it. */
export const withPart = (form: DraftForm, path: DraftPart, value: unknown): DraftForm =>
  parts(form.currency)
    .find((part) => part.path === path)
    ?.write(form, value) ?? form

/** The inputs that a part of a draft is in, in the form that has the draft in it. */
export type DraftPath = `draft.${Exclude<keyof DraftForm, 'due'>}`

const fields = {
  customer: 'customer',
  currency: 'currency',
  terms: 'paymentDays',
  lines: 'lines',
  notes: 'notes',
  said: 'said',
} as const satisfies Record<DraftPart, keyof DraftForm>

/** Merges two people’s edits of one form with a draft in it: by its own inputs, and the draft part by part. */
export function mergeWithDraft<Values extends { readonly draft: DraftForm }, Own extends string>(
  versions: Versions<Values>,
  inputs: readonly MergeInput<Values, Own>[],
): Merge<Values, Own | DraftPath> {
  const { base, mine, theirs } = versions
  const own = mergeVersions(versions, inputs)
  const content = mergeDrafts({ base: base.draft, mine: mine.draft, theirs: theirs.draft })
  const conflicts = content.conflicts.map(({ path, label, mine: ours, theirs: other }) => {
    const field = fields[path]
    const choice = ({ value, text }: typeof ours) => ({
      value: withPart(content.merged, path, value)[field],
      text,
    })
    return { path: `draft.${field}` as const, label, mine: choice(ours), theirs: choice(other) }
  })
  return {
    merged: { ...own.merged, draft: content.merged },
    conflicts: [...own.conflicts, ...conflicts],
    taken: [...own.taken, ...content.taken],
  }
}
