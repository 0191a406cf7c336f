import { Alert, Button, Card, Checkbox, Code, Group, Stack, Tabs, Text, Title } from '@mantine/core'
import { IconDownload, IconEye, IconEyeOff, IconKey } from '@tabler/icons-react'
import { useEffect, useState } from 'react'

import { CodeBlock } from '#kit/code-block.tsx'
import { CopyButton } from '#kit/copy-button.tsx'
import { LeaveDialog } from '#kit/leave-dialog.tsx'
import { fingerprintOf } from '#lib/signature-check.ts'
import { verifySnippets } from '#lib/verify-snippets.ts'

interface Props {
  /** Lives in the state of whoever renders this, and nowhere else. */
  secret: string
  onDone: () => void
}

const variable = 'BUREAU_WEBHOOK_SECRET'

/** The one moment in which a signing secret can be seen. Ends only once it was put somewhere. */
export function SecretPanel({ secret, onDone }: Props) {
  const [isShown, setIsShown] = useState(false)
  const [isTaken, setIsTaken] = useState(false)
  const [isTicked, setIsTicked] = useState(false)
  const isStored = isTaken || isTicked
  const line = `${variable}=${secret}`
  const take = () => setIsTaken(true)

  return (
    <Stack gap="lg">
      <Card withBorder component="section" aria-label="Signing secret" p={{ base: 'md', sm: 'lg' }}>
        <Group gap="xs" mb={4}>
          <IconKey size={20} aria-hidden />
          <Title order={2} size="h4">
            Signing secret
          </Title>
        </Group>
        <Text size="sm" c="dimmed" mb="md">
          Your receiver uses it to verify that deliveries come from Bureau. It’s shown only once: store it in
          your receiver’s configuration.
        </Text>
        <Group gap="xs" mb="sm">
          <Code fz="sm" p="xs" style={{ overflowWrap: 'anywhere' }}>
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
          <CopyButton label="Copy the secret" text={secret} onCopied={take} variant="filled" size="sm" />
          <CopyButton label="Copy as .env line" text={line} onCopied={take} size="sm" />
          <Button
            variant="default"
            size="sm"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={() => {
              download('bureau-webhook.env', `${line}\n`)
              take()
            }}
          >
            Download .env
          </Button>
        </Group>
        <Fingerprint secret={secret} />
        <Group justify="space-between" mt="lg" gap="sm">
          <Checkbox
            label="I’ve stored the secret"
            checked={isTicked}
            onChange={(event) => setIsTicked(event.currentTarget.checked)}
          />
          <Button disabled={!isStored} onClick={onDone}>
            Done
          </Button>
        </Group>
      </Card>
      <Snippets />
      <LeaveDialog
        title="Leave without the secret?"
        text={
          <Alert color="yellow" variant="light">
            It can’t be shown again. You would have to rotate it.
          </Alert>
        }
        leaveWord="Leave without the secret"
        hasWork={() => !isStored}
        isPageItself
      />
    </Stack>
  )
}

function Fingerprint({ secret }: { secret: string }) {
  const [fingerprint, setFingerprint] = useState<string | null>(null)
  useEffect(
    function compute() {
      let isGone = false
      void fingerprintOf(secret).then((found) => {
        if (!isGone) setFingerprint(found)
      })
      return () => {
        isGone = true
      }
    },
    [secret],
  )
  if (fingerprint === null) return null
  return (
    <Text size="sm" c="dimmed">
      Its fingerprint is <Code>{fingerprint}</Code>. The fingerprint stays visible, so you can check later
      which secret a receiver uses: <Code>{`printf %s "$${variable}" | sha256sum | cut -c1-8`}</Code>
    </Text>
  )
}

function Snippets() {
  return (
    <Card withBorder component="section" aria-label="Check signatures" p={{ base: 'md', sm: 'lg' }}>
      <Title order={2} size="h4">
        Check signatures
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Deliveries follow Standard Webhooks; any of its libraries can verify them. Or verify manually:
      </Text>
      <Tabs defaultValue="node" keepMounted={false}>
        <Tabs.List mb="sm">
          {verifySnippets(variable).map(({ language, label }) => (
            <Tabs.Tab key={language} value={language}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {verifySnippets(variable).map(({ language, label, code }) => (
          <Tabs.Panel key={language} value={language}>
            <CodeBlock
              label={language === 'curl' ? 'Send a signed request' : `${label} receiver`}
              text={code}
            />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Card>
  )
}

function download(name: string, text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  // Unlike any other file, a secret is not kept a moment longer.
  URL.revokeObjectURL(address)
}
