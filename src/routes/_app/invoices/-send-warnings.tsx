import { Alert, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'

import { session } from '#api/session.ts'
import { TextLink } from '#kit/link.tsx'
import { listText } from '#lib/locale.ts'

import type { SendChecks } from './-send-checks.ts'

interface Props {
  id: number
  customer: number
  checks: SendChecks
}

/** What a draft lacks before it is sent, each with the way to add it. */
export function SendWarnings({ id, customer, checks }: Props) {
  const { blockers, sender, customer: lacking, lacksExemption } = checks
  const { data: current } = useSuspenseQuery(session.current())
  const params = { id: String(id) }
  return (
    <>
      {blockers.length > 0 && (
        <Alert
          color="red"
          variant="light"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title="It can’t be sent yet"
        >
          {blockers.map((text) => (
            <Text size="sm" key={text}>
              {text}
            </Text>
          ))}
          <TextLink to="/invoices/$id/edit" params={params} size="sm">
            Edit invoice
          </TextLink>
        </Alert>
      )}
      {(sender.length > 0 || lacking.length > 0 || lacksExemption) && (
        <Alert
          color="yellow"
          variant="light"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title="Not on this invoice"
        >
          <Stack gap={4}>
            {sender.length > 0 && (
              <Text size="sm">
                Your {listText([...sender], 'and')}.{' '}
                {current.abilities.includes('settings.manage') ? (
                  <TextLink to="/settings/company" size="sm">
                    Add in Settings
                  </TextLink>
                ) : (
                  'Ask someone who manages settings to add this.'
                )}
              </Text>
            )}
            {lacking.includes('address') && (
              <Text size="sm">
                The customer’s address.{' '}
                <TextLink to="/customers/$id/edit" params={{ id: String(customer) }} size="sm">
                  Add to customer
                </TextLink>
              </Text>
            )}
            {lacking.includes('tax number') && (
              <Text size="sm">
                The customer’s tax number, which this kind of invoice requires.{' '}
                <TextLink to="/customers/$id/billing" params={{ id: String(customer) }} size="sm">
                  Add to billing details
                </TextLink>
              </Text>
            )}
            {lacksExemption && (
              <Text size="sm">
                Why lines at 0% aren’t taxed.{' '}
                <TextLink to="/invoices/$id/edit" params={params} size="sm">
                  Choose a reason
                </TextLink>
              </Text>
            )}
          </Stack>
        </Alert>
      )}
    </>
  )
}
