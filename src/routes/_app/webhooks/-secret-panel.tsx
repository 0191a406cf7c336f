import { Alert, Button, Card, Code, Group, Stack, Text, Title } from '@mantine/core'
import { IconDownload, IconEye, IconEyeOff } from '@tabler/icons-react'
import { useRef, useState } from 'react'

import { CopyButton } from '#kit/copy-button.tsx'
import { LeaveDialog } from '#kit/leave-dialog.tsx'

import { useFingerprint } from './-use-fingerprint.ts'
import { VerifySnippets } from './-verify-snippets.tsx'

interface Props {
  /** Lives in the state of the component that renders this, and nowhere else. */
  secret: string
  onDone: () => void
  isFinishing?: boolean
  /** What the button does once the secret is stored. */
  doneLabel?: string
}

const variable = 'BUREAU_WEBHOOK_SECRET'

/** The only time a signing secret can be seen. Leaving asks until it was copied, downloaded or said to be stored. */
export function SecretPanel({ secret, onDone, isFinishing = false, doneLabel = 'Done' }: Props) {
  const [isShown, setIsShown] = useState(false)
  const [isStored, setIsStored] = useState(false)
  // Leaving right after this must not ask, even before the next render.
  const stored = useRef(false)
  const envLine = `${variable}=${secret}`
  const store = () => {
    stored.current = true
    setIsStored(true)
  }
  const done = () => {
    store()
    onDone()
  }

  return (
    <Stack gap="lg">
      <Card withBorder component="section" aria-label="Signing secret" p={{ base: 'md', sm: 'lg' }}>
        <Title order={2} size="h2" mb={4}>
          Signing secret
        </Title>
        <Text size="sm" c="dimmed" mb="md">
          Your receiver uses it to verify that deliveries come from Bureau. It’s shown only once: store it in
          your receiver’s configuration.
        </Text>
        <Group gap="xs" mb="sm">
          <Code fz="sm" p="xs" style={{ overflowWrap: 'anywhere' }} onCopy={store}>
            {isShown ? secret : `whsec_${'•'.repeat(24)}`}
          </Code>
          <Button
            variant="subtle"
            size="xs"
            leftSection={isShown ? <IconEyeOff size={14} aria-hidden /> : <IconEye size={14} aria-hidden />}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? 'Hide secret' : 'Show secret'}
          </Button>
        </Group>
        <Group gap="xs" mb="md">
          <CopyButton
            label="Copy secret"
            text={secret}
            onCopied={store}
            variant={isStored ? 'default' : 'filled'}
            size="sm"
          />
          <CopyButton label="Copy as .env line" text={envLine} onCopied={store} size="sm" />
          <Button
            variant="default"
            size="sm"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={() => {
              download('bureau-webhook.env', `${envLine}\n`)
              store()
            }}
          >
            Download .env
          </Button>
        </Group>
        <Fingerprint secret={secret} />
        <Group justify="flex-end" mt="lg">
          {/* The only gate: pressing it confirms that the secret is stored, unless it was copied before. */}
          <Button variant={isStored ? 'filled' : 'default'} loading={isFinishing} onClick={done}>
            {isStored
              ? doneLabel
              : `I’ve stored the secret${doneLabel === 'Done' ? '' : `: ${doneLabel.toLowerCase()}`}`}
          </Button>
        </Group>
      </Card>
      <VerifySnippets variable={variable} />
      <LeaveDialog
        title="Leave without the secret?"
        text={
          <Alert color="yellow" variant="light">
            It can’t be shown again. You would have to rotate it.
          </Alert>
        }
        leaveWord="Leave without the secret"
        hasWork={() => !stored.current}
        isPageItself
      />
    </Stack>
  )
}

function Fingerprint({ secret }: { secret: string }) {
  const fingerprint = useFingerprint(secret)
  if (fingerprint === null) return null
  return (
    <Text size="sm" c="dimmed">
      Its fingerprint is <Code>{fingerprint}</Code>. The fingerprint stays visible, so you can check later
      which secret a receiver uses: <Code>{`printf %s "$${variable}" | sha256sum | cut -c1-8`}</Code>
    </Text>
  )
}

function download(name: string, text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  // Unlike any other file, a secret is not kept a moment longer.
  URL.revokeObjectURL(address)
}
