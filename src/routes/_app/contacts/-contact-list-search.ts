import * as z from 'zod/mini'

import type { ContactQuery } from '#api/contacts.ts'
import { contactSorts } from '#contract/list-sorts.ts'
import type { Features } from '#contract/session.ts'
import type { Chip } from '#kit/list/chips.tsx'
import { pageDefaults, pageSearch } from '#lib/page-search.ts'

/** Defaults that the URL leaves out. */
export const listDefaults = { ...pageDefaults, search: '', sort: '-id' } as const

const yesNo = z.catch(z.optional(z.enum(['yes', 'no'])), undefined)

/** The state of the list in the URL, and the contact in the drawer. */
export const ContactListSearch = z.object({
  ...pageSearch,
  // Digits arrive as a number.
  search: z._default(z.catch(z.coerce.string<string | number>().check(z.maxLength(200)), ''), ''),
  sort: z._default(z.catch(z.enum(contactSorts), '-id'), '-id'),
  linked: yesNo,
  email: yesNo,
  phone: yesNo,
  /** Whose contacts, by the id of the customer. */
  customer: z.catch(z.optional(z.int().check(z.gte(1))), undefined),
  open: z.catch(z.optional(z.int().check(z.gte(1))), undefined),
})
export type ContactListSearch = z.infer<typeof ContactListSearch>

/** The change that takes all filters away; the search stays. */
export const unfiltered = {
  linked: undefined,
  email: undefined,
  phone: undefined,
  customer: undefined,
} as const

/** Returns the request of the list that a URL means. Other services don't filter. */
export function toListQuery(
  { page, size, open: _open, sort, ...filter }: ContactListSearch,
  features: Features,
): ContactQuery {
  if (!features.records) return { page, size }
  return { page, size, ...filter, sort: sort === listDefaults.sort ? undefined : sort }
}

/** A removable chip for each filter that is set. */
export function filterChips(
  { search, linked, email, phone, customer }: ContactListSearch,
  customerName: string,
): readonly Chip<FilterChange>[] {
  const chip = (value: 'yes' | 'no' | undefined, yes: string, no: string, off: FilterChange) =>
    value === undefined ? [] : [{ label: value === 'yes' ? yes : no, off }]
  return [
    ...(search === '' ? [] : [{ label: `Search: ${search}`, off: { search: '' } }]),
    ...(customer === undefined ? [] : [{ label: customerName, off: { customer: undefined } }]),
    ...chip(linked, 'Linked to a customer', 'Not linked to a customer', { linked: undefined }),
    ...chip(email, 'Has an email address', 'No email address', { email: undefined }),
    ...chip(phone, 'Has a phone number', 'No phone number', { phone: undefined }),
  ]
}

/** Changes of a filter to the list’s part of the URL. */
export type FilterChange = Partial<ContactListSearch>
