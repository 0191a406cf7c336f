import { Box, Button, Card, Code, Group, Text, Title } from '@mantine/core'
import { IconDownload, IconEye, IconEyeOff } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'

import { capitalized } from '#lib/capitalized.ts'

import { CopyButton } from './copy-button.tsx'
import { downloadSecret } from './download-file.ts'
import { ShownOnceEnd, useKept } from './shown-once.tsx'

interface Props {
  /** Lives in the state of the component that renders this, and nowhere else. */
  secret: string
  /** Its name: "signing secret". */
  name: string
  /** Its purpose, and where to store it. */
  description: ReactNode
  /** How it begins, which isn't secret. */
  prefix: string
  /** The environment variable and the file that it's offered as. */
  variable: string
  file: string
  /** The consequence of leaving without it. */
  loss: string
  onDone: () => void
  isFinishing?: boolean | undefined
  /** Label of the button once the secret is stored. */
  doneLabel?: string | undefined
  /** More about it, below the buttons that store it. */
  children?: ReactNode
}

/** The only time a secret can be seen. Leaving asks until it was copied, downloaded or said to be stored. */
export function SecretPanel({
  secret,
  name,
  description,
  prefix,
  variable,
  file,
  loss,
  onDone,
  isFinishing = false,
  doneLabel = 'Done',
  children,
}: Props) {
  const [isShown, setIsShown] = useState(false)
  const kept = useKept()
  const envLine = `${variable}=${secret}`
  const title = capitalized(name)
  return (
    <Card withBorder component="section" aria-label={title} p={{ base: 'md', sm: 'lg' }}>
      <Title order={2} size="h2" mb={4}>
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {description}
      </Text>
      <Group gap="xs" mb="sm">
        <Code fz="sm" p="xs" style={{ overflowWrap: 'anywhere' }} onCopy={kept.keep}>
          {isShown ? secret : `${prefix}${'•'.repeat(24)}`}
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
          onCopied={kept.keep}
          variant={kept.isKept ? 'default' : 'filled'}
          size="sm"
        />
        <CopyButton label="Copy as .env line" text={envLine} onCopied={kept.keep} size="sm" />
        <Button
          variant="default"
          size="sm"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => {
            downloadSecret(file, `${envLine}\n`)
            kept.keep()
          }}
        >
          Download .env
        </Button>
      </Group>
      {children}
      <Box mt="lg">
        <ShownOnceEnd
          kept={kept}
          what="the secret"
          loss={loss}
          confirmLabel={`I’ve stored the secret${doneLabel === 'Done' ? '' : `: ${doneLabel.toLowerCase()}`}`}
          doneLabel={doneLabel}
          isFinishing={isFinishing}
          onDone={onDone}
        />
      </Box>
    </Card>
  )
}
