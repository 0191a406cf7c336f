import { Button, Text } from '@mantine/core'
import type { QueryClient } from '@tanstack/react-query'

import { deleteContactLater } from '#api/contact-deletion.ts'
import { graceMs } from '#api/grace.ts'
import type { Contact } from '#contract/customers/contacts.ts'
import { toast, untoast } from '#kit/toast.ts'
import { UndoCountdown } from '#kit/undo-countdown.tsx'
import { contactName } from '#parts/contacts/contact-fields.ts'

/** Deletes a contact after the time to undo, and shows the result in a toast on any screen. */
export async function deleteContactWithUndo(client: QueryClient, contact: Contact): Promise<void> {
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
