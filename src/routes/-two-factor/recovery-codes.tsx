import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'

import { CopyButton } from '#kit/copy-button.tsx'
import { downloadSecret } from '#kit/download-file.ts'
import { ShownOnceEnd, useKept } from '#kit/shown-once.tsx'

import classes from './recovery-codes.module.css'

/** The only time recovery codes can be seen. Leaving asks until they were copied, downloaded or said to be saved. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const kept = useKept()
  const text = `Bureau recovery codes. Each works once.\n\n${codes.join('\n')}\n`
  return (
    <Stack>
      <Text size="sm">
        Save these recovery codes where you’ll find them without your phone, such as in your password manager.
        Each signs you in once in place of a code. They’re shown only now.
      </Text>
      <ul className={classes.codes} aria-label="Recovery codes" onCopy={kept.keep}>
        {codes.map((code) => (
          <li key={code}>
            <Code fz="sm" block ta="center">
              {code}
            </Code>
          </li>
        ))}
      </ul>
      <Group gap="xs">
        <CopyButton label="Copy codes" text={codes.join('\n')} onCopied={kept.keep} size="sm" />
        <Button
          variant="default"
          size="sm"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => {
            downloadSecret('bureau-recovery-codes.txt', text)
            kept.keep()
          }}
        >
          Download
        </Button>
      </Group>
      <ShownOnceEnd
        kept={kept}
        what="the recovery codes"
        loss="They can’t be shown again. Without them and without your phone, you can’t sign in."
        confirmLabel="I’ve saved the recovery codes"
        onDone={onDone}
      />
    </Stack>
  )
}
