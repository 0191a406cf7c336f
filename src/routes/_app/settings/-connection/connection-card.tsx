import { Button, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'

import { serviceConnection } from '#api/service-connection.ts'
import type { Connection } from '#contract/access/connection.ts'
import { Banner } from '#kit/banner.tsx'
import { Fact, FactList } from '#kit/facts.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { momentOf } from '#lib/dates.ts'

const moment = (at: string | null) => (at === null ? 'Never' : momentOf(at))

const hint = (lastFour: string) => (lastFour === '' ? 'Stored' : `…${lastFour}`)

const sources: Readonly<Record<string, string>> = {
  command: 'npm run connect',
  variables: 'Environment variables (SERVICE_…)',
  dashboard: 'Here',
}

/** Where the service is and how it last answered; asks it on demand. */
export function ConnectionCard({ connection }: { connection: Connection }) {
  const test = useSingleFlightMutation(serviceConnection.test())
  return (
    <SectionCard
      title="Service"
      description="Customers, services, invoices, contacts and webhooks of this account are read from and saved to this service."
      actions={
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          Test connection
        </Button>
      }
    >
      <Stack gap="sm">
        <div role="status">
          {test.data && (
            <Banner icon={test.data.problem === null ? IconCircleCheck : IconCircleX}>
              {test.data.problem === null
                ? 'The service accepts both credentials.'
                : `The test failed: ${test.data.problem}.`}
            </Banner>
          )}
        </div>
        <InlineProblem error={test.error} />
        <FactList>
          <Fact
            label="Environment"
            value={connection.environment === 'production' ? 'Production' : 'Development'}
          />
          <Fact label="URL" value={connection.base_url} />
          <Fact label="Token (/api/v1)" value={hint(connection.token_last_four)} />
          <Fact label="Key (/api)" value={hint(connection.key_last_four)} />
          <Fact label="Last response" value={moment(connection.last_ok_at)} />
          <Fact label="Last error" value={moment(connection.last_error_at)} />
          <Fact label="Reason" value={connection.last_error} />
          <Fact label="Set by" value={sources[connection.source] ?? connection.source} />
        </FactList>
        {connection.source === 'variables' && (
          <Text size="sm" c="dimmed">
            To change the URL or the credentials, change the variables and restart Bureau.
          </Text>
        )}
      </Stack>
    </SectionCard>
  )
}
