import { Alert, Anchor, Button, Code, Group, Modal, Stack, Text } from '@mantine/core'
import { IconEye, IconLink, IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { portal } from '#api/portal.ts'
import type { PortalLink } from '#contract/portal/links.ts'
import { CopyButton } from '#kit/copy-button.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { RelativeTime } from '#kit/relative-time.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'
import { timeOf } from '#lib/dates.ts'

interface Props {
  id: number
  name: string
  email: string
  /** Whether this service can send email. */
  canEmail: boolean
  onClose: () => void
}

/** Lets a customer into the portal, or shows it as they see it. */
export function PortalDialog({ id, name, email, canEmail, onClose }: Props) {
  const [created, setCreated] = useState<PortalLink>()
  const making = useSingleFlightMutation(portal.makeLink(id))
  const viewing = useSingleFlightMutation(portal.view(id))
  const isBusy = making.isPending || viewing.isPending
  const make = (isEmailed: boolean) =>
    making.mutate(isEmailed, {
      onSuccess: (link) => {
        if (link.link !== null) setCreated(link)
        else {
          toast.success(`Portal link emailed to ${email}`)
          onClose()
        }
      },
    })
  const view = () =>
    viewing.mutate(undefined, { onSuccess: () => void open('/portal', '_blank', 'noopener') })
  return (
    <Modal opened onClose={onClose} title="Customer portal">
      <Stack>
        <Text size="sm">
          In the portal, {name} sees the invoices, proposals, contracts and meetings that their permissions
          grant, and can answer what you sent. They sign in with a link that works once, for 15 minutes.
        </Text>
        {created?.link != null && <NewLink created={created} link={created.link} />}
        <InlineProblem error={making.error ?? viewing.error} />
        <Group gap="xs">
          {canEmail && (
            <Button
              leftSection={<IconMail size={16} aria-hidden />}
              disabled={isBusy || email === ''}
              onClick={() => make(true)}
            >
              Email link
            </Button>
          )}
          <Button
            variant={canEmail || created ? 'default' : 'filled'}
            leftSection={<IconLink size={16} aria-hidden />}
            disabled={isBusy}
            onClick={() => make(false)}
          >
            {created ? 'Create new link' : 'Create link'}
          </Button>
          <Button
            variant="default"
            leftSection={<IconEye size={16} aria-hidden />}
            disabled={isBusy}
            onClick={view}
          >
            View as customer
          </Button>
        </Group>
        {viewing.isSuccess && (
          <Text size="sm" role="status">
            The portal is open in a new tab, read only and for an hour.{' '}
            <Anchor href="/portal" target="_blank" rel="noopener">
              Open it again
            </Anchor>
          </Text>
        )}
        <Sessions id={id} onEnded={() => setCreated(undefined)} />
      </Stack>
    </Modal>
  )
}

/** When the customer signed in, and how to sign them out. */
function Sessions({ id, onEnded }: { id: number; onEnded: () => void }) {
  const { data: sessions = [] } = useQuery(portal.sessions(id))
  const { mutate, isPending, error } = useSingleFlightMutation(portal.endSessions(id))
  const end = () =>
    mutate(undefined, {
      onSuccess: () => {
        onEnded()
        toast.success('The customer is signed out of the portal')
      },
    })
  if (sessions.length === 0) return null
  return (
    <section aria-label="Signed in">
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          Signed in
        </Text>
        <ul style={{ margin: 0, paddingInlineStart: '1.25em' }}>
          {sessions.map((one) => (
            <Text key={one.id} component="li" size="sm">
              <RelativeTime datetime={one.created_at} />
            </Text>
          ))}
        </ul>
        <InlineProblem error={error} />
        <div>
          <Button variant="default" size="compact-sm" loading={isPending} onClick={end}>
            Sign out everywhere
          </Button>
        </div>
        <Text size="sm" c="dimmed">
          A link that they haven’t used yet stops working, too.
        </Text>
      </Stack>
    </section>
  )
}

function NewLink({ created: { expires_at, problem }, link }: { created: PortalLink; link: string }) {
  return (
    <>
      {problem !== null && (
        <Alert color="yellow" variant="light" title="The link couldn’t be emailed">
          {problem}
        </Alert>
      )}
      <Text size="sm">
        Send this link yourself, such as in a message. Anyone who has it can open the portal, until{' '}
        {timeOf(expires_at)}.
      </Text>
      <Code fz="sm" p="xs" style={{ overflowWrap: 'anywhere' }}>
        {link}
      </Code>
      <Group>
        <CopyButton key={link} label="Copy link" text={link} variant="filled" size="sm" />
      </Group>
    </>
  )
}
