import { Group } from '@mantine/core'
import { IconBraces, IconLink, IconPencil, IconTrash, IconUserPlus } from '@tabler/icons-react'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'

import { session } from '#api/session.ts'
import type { Contact } from '#contract/customers/contacts.ts'
import { ContactButtons } from '#kit/contact-buttons.tsx'
import { copyLink } from '#kit/copy-with-toast.ts'
import { NeedsPermission } from '#kit/needs-permission.tsx'
import { reachActions } from '#kit/reach-actions.ts'
import { RecordActions } from '#kit/record-actions.tsx'
import { contactName } from '#parts/contacts/contact-fields.ts'

import { deleteWithUndo } from './-deletion.tsx'

interface Props {
  contact: Contact
  showsJson: boolean
  onJson: () => void
  onClose: () => void
}

/** The ways to reach a contact, and what can be done with it. */
export function ContactActions({ contact, showsJson, onJson, onClose }: Props) {
  const client = useQueryClient()
  const { data: current } = useSuspenseQuery(session.current())
  const hasForms = current.features.records
  const canManage = current.abilities.includes('contacts.manage')
  const canEdit = hasForms && canManage
  const canConvert = canEdit && contact.customer_id === null && current.abilities.includes('customers.manage')
  const onDelete = () => {
    onClose()
    void deleteWithUndo(client, new Map([[contact.id, contactName(contact)]]))
  }
  return (
    <>
      <Group gap="xs">
        <ContactButtons name={contactName(contact)} email={contact.email} phone={contact.phone} />
        <RecordActions
          actions={[
            hasForms && {
              label: 'Edit contact',
              word: 'Edit',
              icon: IconPencil,
              run: { to: '/contacts/$id/edit', params: { id: String(contact.id) } },
              button: 'default',
              keys: 'e',
              isDisabled: !canManage,
            },
            ...reachActions(contact, 'contact'),
            canConvert && {
              label: 'Convert contact to customer',
              word: 'Convert to customer',
              icon: IconUserPlus,
              run: { to: '/customers/new', search: { contact: contact.id } },
            },
            {
              label: 'Copy link',
              icon: IconLink,
              // Without the list that it was opened from.
              run: () => void copyLink(new URL(`/contacts?open=${contact.id}`, location.href).href),
              only: 'page',
            },
            {
              label: showsJson ? 'Hide JSON' : 'View JSON',
              icon: IconBraces,
              run: onJson,
              only: 'page',
            },
            canEdit && {
              label: 'Delete contact',
              word: 'Delete',
              icon: IconTrash,
              run: onDelete,
              isDestructive: true,
            },
          ]}
        />
      </Group>
      {hasForms && !canManage && <NeedsPermission ability="contacts.manage" to="edit contacts" />}
    </>
  )
}
