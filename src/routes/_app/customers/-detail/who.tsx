import { Anchor, Badge, Card, Group, Table, Text } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'

import { processorOf } from '#api/customers.ts'
import { type Customer, businessKeys } from '#contract/customers.ts'
import { CopyIcon } from '#kit/copy-button.tsx'
import { PersonAvatar } from '#kit/person-avatar.tsx'
import { ownUrl } from '#lib/own-url.ts'
import { webAddress } from '#lib/web-address.ts'

import { businessTitle } from '../-business-title.ts'

type Kind = 'email' | 'phone' | 'web' | 'text'
const kinds: Partial<Record<string, Kind>> = {
  company_phone: 'phone',
  company_email: 'email',
  company_website: 'web',
}

/** The person and the business, every line ready to be used. */
export function Who({ customer, name }: { customer: Customer; name: string }) {
  const facts: { label: string; value: string; kind: Kind }[] = [
    { label: 'Email', value: customer.email, kind: 'email' as const },
    { label: 'Phone', value: customer.phone, kind: 'phone' as const },
    ...businessKeys.map((key) => ({
      label: businessTitle[key],
      value: customer.business_information[key] ?? '',
      kind: kinds[key] ?? 'text',
    })),
  ].filter(({ value }) => value !== '')
  const processor = processorOf(customer)
  return (
    <Card withBorder>
      <Group align="flex-start" gap="lg">
        <PersonAvatar
          name={name}
          src={customer.profile_photo_path && ownUrl(customer.profile_photo_path)}
          size={96}
        />
        <Table flex={1} miw={240} withRowBorders={false} verticalSpacing={4}>
          <Table.Tbody>
            {facts.map((fact) => (
              <Table.Tr key={fact.label}>
                <Table.Th scope="row" w={130} fw={500} c="dimmed">
                  {fact.label}
                </Table.Th>
                <Table.Td>
                  <Group gap={4} wrap="nowrap">
                    <Fact {...fact} />
                    <CopyIcon text={fact.value} label={fact.label} />
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
            {processor && (
              <Table.Tr>
                <Table.Th scope="row" fw={500} c="dimmed">
                  {processor.name}
                </Table.Th>
                <Table.Td>
                  <Badge variant={processor.isLinked ? 'light' : 'default'} tt="none">
                    {processor.isLinked ? 'Linked' : 'Not linked'}
                  </Badge>
                </Table.Td>
              </Table.Tr>
            )}
          </Table.Tbody>
        </Table>
      </Group>
    </Card>
  )
}

function Fact({ value, kind }: { value: string; kind: Kind }) {
  const wrap = { size: 'sm', style: { overflowWrap: 'anywhere' } } as const
  if (kind === 'email')
    return (
      <Anchor {...wrap} href={`mailto:${encodeURIComponent(value).replace('%40', '@')}`}>
        {value}
      </Anchor>
    )
  if (kind === 'phone')
    return (
      <Anchor {...wrap} href={`tel:${value.replace(/[^+0-9]/g, '')}`}>
        {value}
      </Anchor>
    )
  const address = kind === 'web' ? webAddress(value) : undefined
  if (address)
    return (
      <Anchor {...wrap} href={address} target="_blank" rel="noopener noreferrer">
        {value} <IconExternalLink size={13} aria-label="opens in a new tab" />
      </Anchor>
    )
  return (
    <Text {...wrap} dir="auto">
      {value}
    </Text>
  )
}
