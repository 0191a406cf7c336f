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
export function SendWarnings({ id, customer, checks: { blockers, sender, hasCustomerAddress } }: Props) {
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
      {(sender.length > 0 || !hasCustomerAddress) && (
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
            {!hasCustomerAddress && (
              <Text size="sm">
                The customer’s address.{' '}
                <TextLink to="/customers/$id/edit" params={{ id: String(customer) }} size="sm">
                  Add to customer
                </TextLink>
              </Text>
            )}
          </Stack>
        </Alert>
      )}
    </>
  )
}
