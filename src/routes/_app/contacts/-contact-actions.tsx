import { Button, Group, Text } from '@mantine/core'
import { IconBraces, IconLink, IconPencil, IconTrash, IconUserPlus } from '@tabler/icons-react'
import { type QueryClient, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'

import { deleteContactLater } from '#api/contact-deletion.ts'
import { graceMs } from '#api/grace.ts'
import { session } from '#api/session.ts'
import type { Contact } from '#contract/customers/contacts.ts'
import { ContactButtons } from '#kit/contact-buttons.tsx'
import { copyLink } from '#kit/copy-with-toast.ts'
import { NeedsPermission } from '#kit/needs-permission.tsx'
import { reachActions } from '#kit/reach-actions.ts'
import { RecordActions } from '#kit/record-actions.tsx'
import { toast, untoast } from '#kit/toast.ts'
import { UndoCountdown } from '#kit/undo-countdown.tsx'
import { contactName } from '#parts/contacts/contact-fields.ts'

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
    void deleteContactWithUndo(client, contact)
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

/** Deletes a contact after the time to undo, and shows the result in a toast on any screen. */
async function deleteContactWithUndo(client: QueryClient, contact: Contact): Promise<void> {
  const id = `delete-contact-${contact.id}`
  const name = contactName(contact)
  const deletion = deleteContactLater(client, contact.id)
  void toast({
    id,
    autoClose: false,
    withCloseButton: false,
    allowClose: false,
    message: <UndoCountdown text={`Deleting ${name}…`} graceMs={graceMs} deletion={deletion} />,
  })
  const outcome = await deletion.outcome
  if (outcome.kind === 'undone') return untoast(id)
  const shown = { id, withCloseButton: true, allowClose: true }
  if (outcome.kind === 'deleted')
    return toast({ ...shown, autoClose: 6000, color: 'teal', message: `${name} deleted` })
  const again = () => {
    void untoast(id)
    void deleteContactWithUndo(client, contact)
  }
  return toast({
    ...shown,
    autoClose: false,
    color: 'red',
    title: 'We couldn’t confirm the deletion',
    message: (
      <>
        <Text size="sm" mb="xs">
          {outcome.error.message}. Trying again is safe.
        </Text>
        <Button size="xs" variant="default" onClick={again}>
          Try again
        </Button>
      </>
    ),
  })
}
