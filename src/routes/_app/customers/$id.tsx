import { Button, Card, Grid, Group, Skeleton, Stack, Title } from '@mantine/core'
import { IconArrowLeft, IconCopyPlus, IconTrash } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import * as z from 'zod/mini'

import { customers } from '#api/customers.ts'
import { usePendingIds } from '#api/pending-deletion.ts'
import { session } from '#api/session.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { ButtonLink } from '#kit/link.tsx'
import { PageHeader } from '#kit/page-header.tsx'

import { CustomerInvoices } from './-customer-invoices.tsx'
import { CustomerListSearch, listDefaults } from './-customer-list-search.ts'
import type { Selection } from './-deletion.tsx'
import { CustomValues } from './-detail/custom-values.tsx'
import { historyOf } from './-detail/history.ts'
import { Neighbours } from './-detail/neighbours.tsx'
import { Timeline } from './-detail/timeline.tsx'
import { Who } from './-detail/who.tsx'
import { PermissionMatrix } from './-permission-matrix.tsx'
import { grantedIn } from './-permission-rules.ts'

export const Route = createFileRoute('/_app/customers/$id')({
  validateSearch: z.extend(CustomerListSearch, { only: z.optional(z.catch(z.string(), '')) }),
  search: { middlewares: [stripSearchParams(listDefaults)] },
  loader: ({ context, params }) => context.queryClient.ensureQueryData(customers.one(Number(params.id))),
  pendingComponent: Waiting,
  component: CustomerPage,
})

const DeleteDialog = lazyWithRetry(async () => (await import('./-delete-dialog.tsx')).DeleteDialog)

function CustomerPage() {
  const { id } = Route.useParams()
  const { only, ...list } = Route.useSearch()
  const navigate = Route.useNavigate()
  const [asking, setAsking] = useState<Selection>()
  const { data: current } = useSuspenseQuery(session.current())
  const { data: customer } = useSuspenseQuery(customers.one(Number(id)))
  const name = `${customer.name} ${customer.last_name}`
  const pendingIds = usePendingIds()
  const canManage = current.abilities.includes('customers.manage')
  return (
    <>
      <Group justify="space-between" mb="xs" mih={34}>
        <ButtonLink
          to="/customers"
          search={list}
          variant="subtle"
          size="compact-md"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
        >
          Customers
        </ButtonLink>
        <Neighbours id={customer.id} list={list} />
      </Group>
      <PageHeader
        title={name}
        subtitle={customer.business_information.company_name ?? ''}
        actions={
          canManage && (
            <>
              <ButtonLink
                to="/customers/new"
                search={{ template: customer.id }}
                variant="default"
                leftSection={<IconCopyPlus size={16} aria-hidden />}
              >
                Use as template
              </ButtonLink>
              <Button
                variant="light"
                color="red"
                leftSection={<IconTrash size={16} aria-hidden />}
                // Asked for again, the undoing of one would leave the other.
                disabled={pendingIds.has(customer.id)}
                onClick={() => setAsking(new Map([[customer.id, name]]))}
              >
                {pendingIds.has(customer.id) ? 'Deleting…' : 'Delete'}
              </Button>
            </>
          )
        }
      />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack>
            <Who customer={customer} name={name} />
            <CustomerInvoices customerId={customer.id} />
            <CustomValues fields={customer.custom_fields} />
            <Card withBorder>
              <Title order={2} size="h4" mb="sm">
                Permissions
              </Title>
              <PermissionMatrix granted={grantedIn(customer.permissions)} readOnly />
            </Card>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Timeline
            entries={historyOf(customer)}
            only={only || undefined}
            onOnly={(kind) =>
              void navigate({ search: (old) => ({ ...old, only: kind }), replace: true, resetScroll: false })
            }
          />
        </Grid.Col>
      </Grid>
      {asking && (
        <Suspense>
          <DeleteDialog
            selection={asking}
            onClose={() => setAsking(undefined)}
            onDeleting={() => void navigate({ to: '/customers', search: list })}
          />
        </Suspense>
      )}
    </>
  )
}

function Waiting() {
  return (
    <Stack aria-hidden>
      <Skeleton height={34} width={280} />
      <Skeleton height={220} />
      <Skeleton height={160} />
    </Stack>
  )
}
