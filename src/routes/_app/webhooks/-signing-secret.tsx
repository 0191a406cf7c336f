import { Code, Stack, Text } from '@mantine/core'

import { SecretPanel } from '#kit/secret-panel.tsx'
import { VerifySnippets } from '#parts/webhooks/verify-snippets.tsx'

import { useFingerprint } from './-use-fingerprint.ts'

interface Props {
  /** Lives in the state of the component that renders this, and nowhere else. */
  secret: string
  onDone: () => void
  isFinishing?: boolean
  /** Label of the button once the secret is stored. */
  doneLabel?: string
}

const variable = 'BUREAU_WEBHOOK_SECRET'

/** How the secrets of Bureau begin; those of another service are used as that service says. */
const prefix = 'whsec_'

/** The only time a signing secret can be seen, and how a receiver uses it. */
export function SigningSecret({ secret, ...rest }: Props) {
  const isOurs = secret.startsWith(prefix)
  return (
    <Stack gap="lg">
      <SecretPanel
        secret={secret}
        name="signing secret"
        description={`Your receiver uses it to verify that deliveries come from ${isOurs ? 'Bureau' : 'the service'}. It’s shown only once: store it in your receiver’s configuration.`}
        prefix={isOurs ? prefix : ''}
        variable={variable}
        file="bureau-webhook.env"
        loss="It can’t be shown again. You would have to rotate it."
        {...rest}
      >
        {isOurs && <Fingerprint secret={secret} />}
      </SecretPanel>
      {isOurs && <VerifySnippets variable={variable} />}
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
