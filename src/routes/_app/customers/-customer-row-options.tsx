import { useState } from 'react'

import { processorOf } from '#api/customers.ts'
import type { CustomerRow } from '#contract/customers/customers.ts'
import { ContactAction } from '#kit/contact-action.tsx'
import type { RowOptions } from '#kit/list/rows.tsx'
import { PersonAvatar } from '#kit/person-avatar.tsx'
import { ownUrl } from '#lib/own-url.ts'

import { fullName } from './-columns.tsx'
import { type CustomerListSearch, searchAt } from './-customer-list-search.ts'

/** `archived`: which rows to mark as such. The link of a row includes the list's state, so that the customer's page can link to the next one. */
export const rowOptionsAt = (
  search: CustomerListSearch,
  archived: ReadonlySet<number> | undefined,
): RowOptions<CustomerRow> => ({
  id: ({ id }) => id,
  picture,
  link: ({ id }, position) => ({
    to: '/customers/$id',
    params: { id: String(id) },
    search: searchAt(search, position),
  }),
  phone: (row) => ({
    detail: [
      ...(archived?.has(row.id) ? ['Archived'] : []),
      row.business_information.company_name || row.email,
    ].join(' · '),
    end: <ContactAction name={fullName(row)} phone={row.phone} email={row.email} />,
  }),
})

function picture(row: CustomerRow) {
  const src = row.profile_photo_path && ownUrl(row.profile_photo_path)
  return <PersonAvatar name={fullName(row)} src={src} size={26} />
}

/** The name of the payment processor, once a customer's row contained it; a page without customers keeps it. */
export function useProcessor(row: CustomerRow | undefined): string | undefined {
  const [known, setKnown] = useState<string>()
  const name = row && processorOf(row)?.name
  if (name !== undefined && name !== known) setKnown(name)
  return name ?? known
}
