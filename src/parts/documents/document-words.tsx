import type { Icon } from '@tabler/icons-react'
import { IconFileText, IconSignature } from '@tabler/icons-react'

import type { DocumentRow } from '#api/documents.ts'
import { contractStatuses } from '#contract/documents/contract-states.ts'
import type { DocumentKind } from '#contract/documents/documents.ts'
import { proposalStatuses } from '#contract/documents/proposal-states.ts'
import { dayText } from '#lib/calendar.ts'

/** Texts and addresses of each kind. */
export const kindWords = {
  proposal: {
    one: 'proposal',
    many: 'proposals',
    One: 'Proposal',
    Many: 'Proposals',
    ability: 'proposals.manage',
    lastDay: 'Valid until',
    list: '/proposals',
    page: '/proposals/$id',
    edit: '/proposals/$id/edit',
    create: '/proposals/new',
    statuses: proposalStatuses,
    agree: { verb: 'Accept', done: 'accepted', noun: 'acceptance' },
    hint: 'Write what you offer and for how much, send it, and turn what is accepted into an invoice or a contract.',
  },
  contract: {
    one: 'contract',
    many: 'contracts',
    One: 'Contract',
    Many: 'Contracts',
    ability: 'contracts.manage',
    lastDay: 'Ends',
    list: '/contracts',
    page: '/contracts/$id',
    edit: '/contracts/$id/edit',
    create: '/contracts/new',
    statuses: contractStatuses,
    agree: { verb: 'Sign', done: 'signed', noun: 'signature' },
    hint: 'Write what you agree on, or start from an accepted proposal, send it, and record who signed it.',
  },
} as const satisfies Record<DocumentKind, object>

/** The icon of each kind. */
export const kindIcons: Readonly<Record<DocumentKind, Icon>> = {
  proposal: IconFileText,
  contract: IconSignature,
}

/** The title, or that there is none. */
export const titleOf = ({ title }: Pick<DocumentRow, 'title'>): string => title || 'Untitled'

/** The last day, if there is one. */
export const lastDayText = ({ ends_on }: Pick<DocumentRow, 'ends_on'>): string =>
  ends_on === null ? '' : dayText(ends_on)
