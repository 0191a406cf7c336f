import { Skeleton, Stack } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'

import { contacts } from '#api/contacts.ts'
import { session } from '#api/session.ts'
import type { Contact } from '#contract/contacts.ts'
import { usePreviousDefined } from '#kit/previous-defined.ts'
import { Problem } from '#kit/problem.tsx'
import { SideDrawer } from '#kit/side-drawer.tsx'
import { useWalkKeys } from '#kit/walk-keys.ts'

import { ContactDetails } from './-contact-details.tsx'
import { contactName } from './-contact-fields.ts'

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
  const { data, error, refetch } = useQuery({
    ...contacts.one(shown ?? 0, current.features),
    // Closed, it still shows what it did, but a contact that is being deleted isn't asked for again.
    enabled: id !== undefined,
    placeholderData: () => rows?.find((row) => row.id === shown),
  })
  const index = rows?.findIndex((row) => row.id === id) ?? -1
  useWalkKeys(id !== undefined, (isForward) => {
    const next = index === -1 ? undefined : rows?.[index + (isForward ? 1 : -1)]
    if (next) onOpen(next.id)
  })
  return (
    <SideDrawer
      opened={id !== undefined}
      title={data ? contactName(data) : 'Contact'}
      size={440}
      onClose={() => onOpen(undefined)}
      isBeside
    >
      {error ? (
        <Problem error={error} retry={() => void refetch()} />
      ) : data ? (
        <ContactDetails key={data.id} contact={data} onClose={() => onOpen(undefined)} />
      ) : (
        <Waiting />
      )}
    </SideDrawer>
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
