import { Button, Text } from '@mantine/core'
import { IconBan, IconPencil } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

import { credentials } from '#api/credentials.ts'
import type { Credential } from '#contract/access/credentials.ts'
import { ConfirmDialog } from '#kit/confirm-dialog.tsx'
import { ButtonLink } from '#kit/link.tsx'
import { usePageActions } from '#kit/page-actions.ts'
import { RelativeTime } from '#kit/relative-time.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { prepareToasts, toast } from '#kit/toast.ts'

prepareToasts()

/** Actions on a credential, in the palette as well. */
export function CredentialActions({ credential }: { credential: Credential }) {
  const navigate = useNavigate()
  const [isRevoking, setRevoking] = useState(false)
  const params = { id: String(credential.id) }
  usePageActions([
    {
      label: 'Edit credential',
      icon: IconPencil,
      run: () => void navigate({ to: '/settings/credentials/$id/edit', params }),
    },
    { label: 'Revoke credential', icon: IconBan, run: () => setRevoking(true) },
  ])
  return (
    <>
      <Button variant="subtle" color="gray" onClick={() => setRevoking(true)}>
        Revoke
      </Button>
      <ButtonLink
        to="/settings/credentials/$id/edit"
        params={params}
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
      >
        Edit
      </ButtonLink>
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
