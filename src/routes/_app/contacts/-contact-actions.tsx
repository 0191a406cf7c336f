import { Button, Group, Text } from '@mantine/core'
import { IconBraces, IconLink, IconPencil, IconTrash, IconUserPlus } from '@tabler/icons-react'
import { type QueryClient, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'

import { deleteContactLater } from '#api/contact-deletion.ts'
import { graceMs } from '#api/grace.ts'
import { session } from '#api/session.ts'
import type { Contact } from '#contract/customers/contacts.ts'
import { ContactButtons } from '#kit/contact-buttons.tsx'
import { copyLink } from '#kit/copy-with-toast.ts'
import { ButtonLink } from '#kit/link.tsx'
import { NeedsPermission } from '#kit/needs-permission.tsx'
import { usePageActions } from '#kit/page-actions.ts'
import { useEditKey } from '#kit/page-keys.ts'
import { reachActions } from '#kit/reach-actions.ts'
import { DeleteMenuItem, RecordMenu, RecordMenuItem } from '#kit/record-menu.tsx'
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

interface ContactMenuProps {
  id: number
  canConvert: boolean
  showsJson: boolean
  onJson: () => void
  /** Undefined where the service or the role doesn't allow it. */
  onDelete: (() => void) | undefined
}

/** Further actions on a contact. */
function ContactMenu({ id, canConvert, showsJson, onJson, onDelete }: ContactMenuProps) {
  return (
    <RecordMenu width={220}>
      {canConvert && (
        <RecordMenuItem
          icon={IconUserPlus}
          renderRoot={(props) => <Link {...props} to="/customers/new" search={{ contact: id }} />}
        >
          Convert to customer
        </RecordMenuItem>
      )}
      <RecordMenuItem
        icon={IconLink}
        // Without the list that it was opened from.
        onClick={() => void copyLink(new URL(`/contacts?open=${id}`, location.href).href)}
      >
        Copy link
      </RecordMenuItem>
      <RecordMenuItem icon={IconBraces} onClick={onJson}>
        {showsJson ? 'Hide JSON' : 'View JSON'}
      </RecordMenuItem>
      {onDelete && <DeleteMenuItem onClick={onDelete} />}
    </RecordMenu>
  )
}
