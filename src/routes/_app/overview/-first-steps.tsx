import { Paper, SimpleGrid, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { type Icon, IconFileInvoice, IconPackages, IconUserPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import { ButtonLink } from '#kit/link.tsx'
import { abilityName } from '#lib/ability-name.ts'

/** The overview of an empty account: how to get started. */
export function FirstSteps({ account, abilities }: { account: string; abilities: readonly string[] }) {
  const canManage = abilities.includes('customers.manage')
  return (
    <Stack gap="lg">
      <div>
        <Title order={2} size="h3" dir="auto">
          Welcome to {account}
        </Title>
        <Text c="dimmed" mt={4} maw={560}>
          Once you have customers and invoices, this page shows what needs attention.
        </Text>
      </div>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
        <Step
          icon={IconUserPlus}
          title="Add your first customer"
          action={
            canManage ? (
              <ButtonLink to="/customers/new">New customer</ButtonLink>
            ) : (
              <Text size="sm" c="dimmed">
                Requires the “{abilityName('customers.manage')}” permission
              </Text>
            )
          }
        >
          With a photo, your custom fields and their permissions.
        </Step>
        <Step
          icon={IconPackages}
          title="Browse the catalog"
          action={
            <ButtonLink to="/services" variant="default">
              Services
            </ButtonLink>
          }
        >
          What you offer and what it costs, with a calculator for quotes.
        </Step>
        <Step
          icon={IconFileInvoice}
          title="Follow your invoices"
          action={
            <ButtonLink to="/invoices" variant="default">
              Invoices
            </ButtonLink>
          }
        >
          What’s sent, paid and overdue, ready to print.
        </Step>
      </SimpleGrid>
    </Stack>
  )
}

function Step({
  icon: Sign,
  title,
  action,
  children,
}: {
  icon: Icon
  title: string
  action: ReactNode
  children: ReactNode
}) {
  return (
    <Paper withBorder p="lg">
      <Stack gap="sm" align="flex-start" h="100%">
        <ThemeIcon variant="light" size={44}>
          <Sign size={24} stroke={1.5} aria-hidden />
        </ThemeIcon>
        <Title order={3} size="h5">
          {title}
        </Title>
        <Text size="sm" c="dimmed" flex={1}>
          {children}
        </Text>
        {action}
      </Stack>
    </Paper>
  )
}
