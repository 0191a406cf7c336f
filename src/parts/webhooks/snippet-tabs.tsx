import { Tabs } from '@mantine/core'

import { CodeBlock } from '#kit/code-block.tsx'
import { verifySnippets } from '#lib/verify-snippets.ts'

/** Receivers that check a signature, by language. `variable` is the environment variable with the secret. */
export function SnippetTabs({ variable }: { variable: string }) {
  const snippets = verifySnippets(variable)
  return (
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
  )
}
