import * as z from 'zod/mini'

import type { ContactQuery } from '#api/contacts.ts'
import type { Features } from '#contract/access/session.ts'
import { contactSorts } from '#contract/wire/list-sorts.ts'
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

/** Returns the request of the list that a URL means. Other services don't filter. */
export function toListQuery(
  { page, size, open: _open, sort, ...filter }: ContactListSearch,
  features: Features,
): ContactQuery {
  if (!features.records) return { page, size }
  return { page, size, ...filter, sort: sort === listDefaults.sort ? undefined : sort }
}
