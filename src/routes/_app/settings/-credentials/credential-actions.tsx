import { Text } from '@mantine/core'
import { IconBan, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'

import { credentials } from '#api/credentials.ts'
import type { Credential } from '#contract/access/credentials.ts'
import { ConfirmDialog } from '#kit/confirm-dialog.tsx'
import { RecordActions } from '#kit/record-actions.tsx'
import { RelativeTime } from '#kit/relative-time.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { prepareToasts, toast } from '#kit/toast.ts'

prepareToasts()

/** Actions on a credential, in the palette as well. */
export function CredentialActions({ credential }: { credential: Credential }) {
  const [isRevoking, setRevoking] = useState(false)
  return (
    <>
      <RecordActions
        actions={[
          {
            label: 'Revoke credential',
            word: 'Revoke',
            icon: IconBan,
            run: () => setRevoking(true),
            button: 'default',
          },
          {
            label: 'Edit credential',
            word: 'Edit',
            icon: IconPencil,
            run: { to: '/settings/credentials/$id/edit', params: { id: String(credential.id) } },
            button: 'default',
            keys: 'e',
          },
        ]}
      />
      {isRevoking && <RevokeDialog credential={credential} onClose={() => setRevoking(false)} />}
    </>
  )
}

function RevokeDialog({ credential, onClose }: { credential: Credential; onClose: () => void }) {
  const { id, name, last_used_at } = credential
  const request = useSingleFlightMutation(credentials.revoke(id))
  const confirm = () =>
    request.mutate(undefined, {
      onSuccess: () => {
        onClose()
        void toast.success('Credential revoked')
      },
    })
  return (
    <ConfirmDialog
      title="Revoke this credential?"
      action="Revoke credential"
      request={request}
      onConfirm={confirm}
      onClose={onClose}
    >
      The next request with <bdi>{name}</bdi> will be rejected. This can’t be undone.
      {last_used_at !== null && (
        <Text size="sm" c="dimmed" mt="md">
          Last used <RelativeTime datetime={last_used_at} />.
        </Text>
      )}
    </ConfirmDialog>
  )
}
