import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'

import type { Customer } from '#contract/customers.ts'
import { ButtonLink } from '#kit/link.tsx'
import { PersonAvatar } from '#kit/person-avatar.tsx'
import { ownUrl } from '#lib/own-url.ts'

/** What comes after: look at the new customer, or make the next one of the same company. */
export function Created({ customer, onAnother }: { customer: Customer; onAnother: () => void }) {
  const name = `${customer.name} ${customer.last_name}`
  const photo = customer.profile_photo_path
  return (
    <Card withBorder maw={640} p="xl">
      <Stack align="center" gap="md">
        <PersonAvatar name={name} src={photo === null ? null : ownUrl(photo)} size={96} />
        <Group gap="xs" justify="center">
          <IconCircleCheck size={24} color="var(--bureau-good)" aria-hidden />
          <Text fw={500} role="status">
            Customer created
          </Text>
        </Group>
        <Text c="dimmed" ta="center">
          {customer.business_information.company_name}
        </Text>
        <Group justify="center">
          <ButtonLink to="/customers/$id" params={{ id: String(customer.id) }}>
            Open customer
          </ButtonLink>
          <Button variant="default" onClick={onAnother}>
            Add another customer at this company
          </Button>
        </Group>
        <Text size="sm" c="dimmed" ta="center">
          The next one starts with the same company and permissions.
        </Text>
      </Stack>
    </Card>
  )
}
