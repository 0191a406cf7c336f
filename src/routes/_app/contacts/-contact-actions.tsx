import { Button, Group } from '@mantine/core'
import { IconPencil, IconTrash, IconUserPlus } from '@tabler/icons-react'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import { session } from '#api/session.ts'
import type { Contact } from '#contract/customers/contacts.ts'
import { ContactButtons } from '#kit/contact-buttons.tsx'
import { ButtonLink } from '#kit/link.tsx'
import { NeedsPermission } from '#kit/needs-permission.tsx'
import { usePageActions } from '#kit/page-actions.ts'
import { useEditKey } from '#kit/page-keys.ts'
import { reachActions } from '#kit/reach-actions.ts'
import { contactName } from '#parts/contacts/contact-fields.ts'

import { deleteContactWithUndo } from './-contact-deletion.tsx'
import { ContactMenu } from './-contact-menu.tsx'

interface Props {
  contact: Contact
  showsJson: boolean
  onJson: () => void
  onClose: () => void
}

/** The ways to reach a contact, and what can be done with it. */
export function ContactActions({ contact, showsJson, onJson, onClose }: Props) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data: current } = useSuspenseQuery(session.current())
  const params = { id: String(contact.id) }
  const hasForms = current.features.records
  const canManage = current.abilities.includes('contacts.manage')
  const canEdit = hasForms && canManage
  const canConvert = canEdit && contact.customer_id === null && current.abilities.includes('customers.manage')
  const onDelete = () => {
    onClose()
    void deleteContactWithUndo(client, contact)
  }
  const toEdit = () => void navigate({ to: '/contacts/$id/edit', params })
  useEditKey(canEdit ? toEdit : undefined)
  usePageActions([
    ...(canEdit ? [{ label: 'Edit contact', icon: IconPencil, run: toEdit }] : []),
    ...reachActions(contact, 'contact'),
    ...(canConvert
      ? [
          {
            label: 'Convert contact to customer',
            icon: IconUserPlus,
            run: () => void navigate({ to: '/customers/new', search: { contact: contact.id } }),
          },
        ]
      : []),
    ...(canEdit ? [{ label: 'Delete contact', icon: IconTrash, run: onDelete }] : []),
  ])
  return (
    <>
      <Group gap="xs">
        <ContactButtons name={contactName(contact)} email={contact.email} phone={contact.phone} />
        {hasForms &&
          (canManage ? (
            <ButtonLink
              to="/contacts/$id/edit"
              params={params}
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden />}
              aria-keyshortcuts="e"
            >
              Edit
            </ButtonLink>
          ) : (
            <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} disabled>
              Edit
            </Button>
          ))}
        <ContactMenu
          id={contact.id}
          canConvert={canConvert}
          showsJson={showsJson}
          onJson={onJson}
          onDelete={canEdit ? onDelete : undefined}
        />
      </Group>
      {hasForms && !canManage && <NeedsPermission ability="contacts.manage" to="edit contacts" />}
    </>
  )
}
