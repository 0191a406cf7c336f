import { Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import {
  type Icon,
  IconBuildingStore,
  IconCheck,
  IconFileInvoice,
  IconPackages,
  IconUserPlus,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { company } from '#api/company.ts'
import type { Session } from '#contract/access/session.ts'
import { ButtonLink } from '#kit/link.tsx'
import { abilityName } from '#lib/ability-name.ts'
import { mayWriteInvoices } from '#parts/invoices/invoice-permission.ts'
import { canManageServices } from '#parts/services/manage.ts'

import classes from './-overview.module.css'

/** The overview of an empty account: how to get started. */
export function FirstSteps({ session }: { session: Session }) {
  const canSetCompany = session.features.records && session.abilities.includes('settings.manage')
  return (
    <Stack gap="lg">
      <div>
        <Title order={2} size="h3" dir="auto">
          Welcome to {session.account.name}
        </Title>
        <Text c="dimmed" mt={4} maw={560}>
          Once you have customers and invoices, this page shows what needs attention.
        </Text>
      </div>
      <div className={classes.steps}>
        {canSetCompany && <CompanyStep />}
        <Step
          icon={IconUserPlus}
          title="Add your first customer"
          action={
            session.abilities.includes('customers.manage') ? (
              <ButtonLink to="/customers/new" variant={canSetCompany ? 'default' : 'filled'}>
                New customer
              </ButtonLink>
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
          title="Build your catalog"
          action={
            canManageServices(session) ? (
              <ButtonLink to="/services/new" variant="default">
                New service
              </ButtonLink>
            ) : (
              <ButtonLink to="/services" variant="default">
                Services
              </ButtonLink>
            )
          }
        >
          What you offer and what it costs, to quote and invoice in a few clicks.
        </Step>
        <Step
          icon={IconFileInvoice}
          title="Send an invoice"
          action={
            mayWriteInvoices(session) ? (
              <ButtonLink to="/invoices/new" variant="default">
                New invoice
              </ButtonLink>
            ) : (
              <ButtonLink to="/invoices" variant="default">
                Invoices
              </ButtonLink>
            )
          }
        >
          From a draft to a PDF, then follow what’s paid and what’s overdue.
        </Step>
      </div>
    </Stack>
  )
}

/** Until it's done, the first one: an invoice has to say whom it is from. */
function CompanyStep() {
  const { data } = useQuery(company.current())
  const isDone = data !== undefined && data.company.address !== ''
  return (
    <Step
      icon={isDone ? IconCheck : IconBuildingStore}
      title="Your company details"
      action={
        <ButtonLink to="/settings/company" variant={isDone ? 'default' : 'filled'}>
          Company details
        </ButtonLink>
      }
    >
      {isDone
        ? 'Your invoices say who they’re from.'
        : 'The address, tax number and bank details that your invoices have to say.'}
    </Step>
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
        <Title order={3}>{title}</Title>
        <Text size="sm" c="dimmed" flex={1}>
          {children}
        </Text>
        {action}
      </Stack>
    </Paper>
  )
}
