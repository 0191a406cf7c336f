import { Card, Skeleton, Text, Title } from '@mantine/core'
import { Suspense } from 'react'

import { lazyWithRetry } from '#kit/lazy-with-retry.ts'

const SnippetTabs = lazyWithRetry(async () => (await import('./snippet-tabs.tsx')).SnippetTabs)

/** How a receiver checks signatures. `variable` is the environment variable with the secret. */
export function VerifySnippets({ variable }: { variable: string }) {
  return (
    <Card withBorder component="section" aria-label="Check signatures" p={{ base: 'md', sm: 'lg' }}>
      <Title order={2} size="h2">
        Check signatures
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Deliveries follow Standard Webhooks; any of its libraries can verify them. Or verify manually:
      </Text>
      <Suspense fallback={<Skeleton height={heightPx} />}>
        <SnippetTabs variable={variable} />
      </Suspense>
    </Card>
  )
}

/** That of the first snippet, so that nothing moves when it arrives. */
const heightPx = 450
