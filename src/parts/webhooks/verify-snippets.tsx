import { Card, Tabs, Text, Title } from '@mantine/core'

import { CodeBlock } from '#kit/code-block.tsx'
import { verifySnippets } from '#lib/verify-snippets.ts'

/** Receivers that check a signature, by language. `variable` is the environment variable with the secret. */
export function VerifySnippets({ variable }: { variable: string }) {
  const snippets = verifySnippets(variable)
  return (
    <Card withBorder component="section" aria-label="Check signatures" p={{ base: 'md', sm: 'lg' }}>
      <Title order={2} size="h2">
        Check signatures
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Deliveries follow Standard Webhooks; any of its libraries can verify them. Or verify manually:
      </Text>
      <Tabs defaultValue="node" keepMounted={false}>
        <Tabs.List mb="sm">
          {snippets.map(({ language, label }) => (
            <Tabs.Tab key={language} value={language}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {snippets.map(({ language, label, code }) => (
          <Tabs.Panel key={language} value={language}>
            <CodeBlock
              label={language === 'curl' ? 'Send a signed request' : `${label} receiver`}
              text={code}
              language="code"
            />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Card>
  )
}
