import { Skeleton, Stack } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'

import { contacts } from '#api/contacts.ts'
import { session } from '#api/session.ts'
import type { Contact } from '#contract/customers/contacts.ts'
import { RowDrawer, besideIn } from '#kit/list/row-drawer.tsx'
import { usePreviousDefined } from '#kit/previous-defined.ts'
import { contactName } from '#parts/contacts/contact-fields.ts'

import { ContactDetails } from './-contact-details.tsx'

interface Props {
  /** Undefined: closed. */
  id: number | undefined
  /** The page of the list; its row is shown until the contact itself has arrived. */
  rows: readonly Contact[] | undefined
  /** Undefined closes it. */
  onOpen: (id: number | undefined) => void
}

/** A contact beside the list, which stays usable: j and k walk through its rows. */
export function ContactDrawer({ id, rows, onOpen }: Props) {
  const { data: current } = useSuspenseQuery(session.current())
  const shown = usePreviousDefined(id)
  const record = useQuery({
    ...contacts.one(shown ?? 0, current.features),
    // Closed, it still shows what it did, but a contact that is being deleted isn't asked for again.
    enabled: id !== undefined,
    placeholderData: () => rows?.find((row) => row.id === shown),
  })
  const { before, after } = besideIn(rows, id)
  const opening = (to: number | undefined) => (to === undefined ? undefined : () => onOpen(to))
  return (
    <RowDrawer
      opened={id !== undefined}
      title={record.data ? contactName(record.data) : 'Contact'}
      one="contact"
      size={440}
      record={record}
      skeleton={<Waiting />}
      walk={{ before: opening(before), after: opening(after) }}
      onClose={() => onOpen(undefined)}
    >
      {(contact) => <ContactDetails key={contact.id} contact={contact} onClose={() => onOpen(undefined)} />}
    </RowDrawer>
  )
}

function Waiting() {
  return (
    <Stack aria-hidden>
      <Skeleton height={48} width="70%" />
      <Skeleton height={36} width="50%" />
      <Skeleton height={180} />
    </Stack>
  )
}
