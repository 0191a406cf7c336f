import { Skeleton } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams, useRouter } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import * as z from 'zod/mini'

import { customerActivity } from '#api/customer-activity.ts'
import { customerArchive } from '#api/customer-archive.ts'
import { customerBilling } from '#api/customer-billing.ts'
import { customerCounts } from '#api/customer-counts.ts'
import { customers } from '#api/customers.ts'
import { usePendingIds } from '#api/grace.ts'
import { notes } from '#api/notes.ts'
import { session } from '#api/session.ts'
import type { Customer } from '#contract/customers/customers.ts'
import { BackLink } from '#kit/back-link.tsx'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import type { Failure } from '#kit/problem.tsx'
import { historyOf } from '#parts/timeline/history.ts'
import { Timeline } from '#parts/timeline/timeline.tsx'
import { ScreenProblem } from '#routes/-screen-problem.tsx'

import { ArchivedBanner } from './-archive/archived-banner.tsx'
import { useArchive } from './-archive/use-archive.ts'
import { CustomerListSearch, listDefaults } from './-customer-list-search.ts'
import type { Selection } from './-deletion.tsx'
import { CustomValues } from './-detail/custom-values.tsx'
import { CustomerActions } from './-detail/customer-actions.tsx'
import { CustomerBalance } from './-detail/customer-balance.tsx'
import { CustomerBillingDetails } from './-detail/customer-billing.tsx'
import { changeLines } from './-detail/customer-change-lines.ts'
import { CustomerContacts } from './-detail/customer-contacts.tsx'
import { CustomerDetails } from './-detail/customer-details.tsx'
import { CustomerHeader } from './-detail/customer-header.tsx'
import { CustomerInvoices } from './-detail/customer-invoices.tsx'
import { CustomerNavigation } from './-detail/customer-navigation.tsx'
import { CustomerRelated } from './-detail/customer-related.tsx'
import { PermissionSummary } from './-detail/permission-summary.tsx'
import { prefetchCustomerInvoices, useCustomerInvoices } from './-detail/use-customer-invoices.ts'
import { NoteComposer } from './-notes/note-composer.tsx'
import { grantedIn } from './-permission-rules.ts'

import classes from './-detail/customer-page.module.css'

export const Route = createFileRoute('/_app/customers/$id')({
  validateSearch: z.extend(CustomerListSearch, { only: z.optional(z.catch(z.string(), '')) }),
  search: { middlewares: [stripSearchParams(listDefaults)] },
  loader: async ({ context: { queryClient }, params, preload }) => {
    const id = Number(params.id)
    const { features } = await queryClient.ensureQueryData(session.current())
    const customer = queryClient.ensureQueryData(customers.one(id))
    // Waited for, as what comes later would push the rest of the page down. Without it the page works.
    const above = features.records ? [queryClient.prefetchQuery(customerActivity(id))] : []
    // Pointing at a row preloads its customer; five requests a row would be too many.
    if (!preload) {
      const invoices = prefetchCustomerInvoices(queryClient, id, features)
      if (features.records) {
        void queryClient.prefetchQuery(customerArchive.one(id))
        above.push(
          invoices,
          queryClient.prefetchQuery(customerBilling.one(id)),
          queryClient.prefetchQuery(notes.of(id)),
          queryClient.prefetchQuery(customerCounts(id)),
        )
      }
    }
    await Promise.all([customer, ...above])
    return customer
  },
  pendingComponent: CustomerSkeleton,
  component: CustomerPage,
  errorComponent: ({ error }) => <CustomerProblem error={error as Error & Failure} />,
})

const DeletedCustomerPage = lazyWithRetry(
  async () => (await import('./-trash/deleted-customer.tsx')).DeletedCustomerPage,
)
const MergedCustomer = lazyWithRetry(
  async () => (await import('./-merge/merged-customer.tsx')).MergedCustomer,
)
const MergeDialog = lazyWithRetry(async () => (await import('./-merge/merge-dialog.tsx')).MergeDialog)
const PortalDialog = lazyWithRetry(async () => (await import('./-detail/portal-dialog.tsx')).PortalDialog)
const StatementDialog = lazyWithRetry(
  async () => (await import('./-detail/statement-dialog.tsx')).StatementDialog,
)
const InvoiceTemplateDialog = lazyWithRetry(
  async () => (await import('./-detail/invoice-template-dialog.tsx')).InvoiceTemplateDialog,
)
const DeleteDialog = lazyWithRetry(async () => (await import('./-delete-dialog.tsx')).DeleteDialog)

function CustomerPage() {
  const { id } = Route.useParams()
  const { only, ...list } = Route.useSearch()
  const navigate = Route.useNavigate()
  const [toDelete, setToDelete] = useState<Selection>()
  const [dialog, setDialog] = useState<CustomerDialogName>()
  const { data: current } = useSuspenseQuery(session.current())
  const { data: customer } = useSuspenseQuery(customers.one(Number(id)))
  const invoices = useCustomerInvoices(customer.id, current.features)
  const canManage = current.abilities.includes('customers.manage')
  const { records: isHere } = current.features
  const history = useHistory(customer, invoices.rows, isHere)
  const canEdit = canManage && isHere
  const name = `${customer.name} ${customer.last_name}`
  const isDeleting = usePendingIds('customers').has(customer.id)
  const archive = useArchive(customer.id, name, isHere)
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <BackLink to="/customers" search={list}>
          Customers
        </BackLink>
        <CustomerNavigation id={customer.id} list={list} />
      </div>
      <CustomerHeader
        customer={customer}
        name={name}
        isDeleting={isDeleting}
        actions={
          <CustomerActions
            customer={customer}
            session={current}
            isDeleting={isDeleting}
            isArchived={archive.isArchived}
            onArchive={archive.setArchived}
            onDialog={setDialog}
            onDelete={() => setToDelete(new Map([[customer.id, name]]))}
          />
        }
      />
      {archive.isArchived && (
        <ArchivedBanner canManage={canManage && !isDeleting} onUnarchive={() => archive.setArchived(false)} />
      )}
      <CustomerBalance balances={invoices.balances} />
      <div className={classes.columns}>
        <div className={classes.main}>
          <CustomerDetails customer={customer} canEdit={canEdit && !isDeleting} isHere={isHere} />
          <CustomerBillingDetails id={customer.id} hasFeature={isHere} canManage={canManage} />
          <CustomerContacts customer={customer} session={current} />
          <CustomerInvoices customerId={customer.id} {...invoices} />
          {isHere && <CustomerRelated key={`related ${customer.id}`} id={customer.id} />}
          <CustomValues fields={customer.custom_fields} />
          <PermissionSummary key={customer.id} granted={grantedIn(customer.permissions)} />
        </div>
        <div className={classes.aside}>
          <Timeline
            key={customer.id}
            entries={history}
            composer={isHere && canManage && <NoteComposer customerId={customer.id} />}
            canManageNotes={canManage}
            only={only || undefined}
            onOnly={(kind) =>
              void navigate({ search: (old) => ({ ...old, only: kind }), replace: true, resetScroll: false })
            }
          />
        </div>
      </div>
      {dialog && (
        <Suspense>
          <CustomerDialog
            dialog={dialog}
            customer={customer}
            canEmail={current.features.email}
            onClose={() => setDialog(undefined)}
          />
        </Suspense>
      )}
      {toDelete && (
        <Suspense>
          <DeleteThis selection={toDelete} onClose={() => setToDelete(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

/** Asks whether to delete the customer. The list shows it while that can be undone, which leads back here. */
function DeleteThis({ selection, onClose }: { selection: Selection; onClose: () => void }) {
  const { id } = Route.useParams()
  const { only, ...list } = Route.useSearch()
  const router = useRouter()
  return (
    <DeleteDialog
      selection={selection}
      onClose={onClose}
      onDeleting={() => void router.navigate({ to: '/customers', search: list })}
      onUndone={() => {
        // Unless they have gone somewhere else.
        if (router.state.location.pathname === '/customers')
          void router.navigate({ to: '/customers/$id', params: { id }, search: { ...list, only } })
      }}
    />
  )
}

/** What happened to the customer, the newest first. */
function useHistory(
  customer: Customer,
  invoices: ReturnType<typeof useCustomerInvoices>['rows'],
  isHere: boolean,
) {
  const { data: activity = [] } = useQuery({ ...customerActivity(customer.id), enabled: isHere })
  const { data: customerNotes } = useQuery({ ...notes.of(customer.id), enabled: isHere })
  const fieldNames = new Map(customer.custom_fields.map(({ key, name }) => [key, name]))
  const changes = new Map(activity.map((entry) => [entry.id, changeLines(entry.changes, fieldNames)]))
  return historyOf(customer, invoices, customerNotes, changes)
}

type CustomerDialogName = 'merge' | 'portal' | 'look' | 'statement'

interface DialogProps {
  dialog: CustomerDialogName
  customer: Customer
  canEmail: boolean
  onClose: () => void
}

/** What the customer’s menu opens. */
function CustomerDialog({
  dialog,
  customer: { id, name, last_name, email },
  canEmail,
  onClose,
}: DialogProps) {
  if (dialog === 'statement') return <StatementDialog id={id} onClose={onClose} />
  if (dialog === 'look') return <InvoiceTemplateDialog id={id} onClose={onClose} />
  if (dialog === 'merge')
    return <MergeDialog survivor={id} other={undefined} onClose={onClose} onMerged={onClose} />
  return (
    <PortalDialog id={id} name={`${name} ${last_name}`} email={email} canEmail={canEmail} onClose={onClose} />
  )
}

function CustomerProblem({ error }: { error: Failure }) {
  const { id } = Route.useParams()
  const { data: current } = useQuery(session.current())
  const isAbsent = error.kind === 'absent'
  const mayBeInTrash = isAbsent && current?.features.records && current.abilities.includes('customers.manage')
  const problem = mayBeInTrash ? (
    <DeletedCustomerPage id={Number(id)} error={error} />
  ) : (
    <ScreenProblem error={error} />
  )
  const mayBeMerged = isAbsent && current?.features.records
  return (
    <Suspense>{mayBeMerged ? <MergedCustomer id={Number(id)}>{problem}</MergedCustomer> : problem}</Suspense>
  )
}

function CustomerSkeleton() {
  return (
    <div className={classes.page} aria-hidden>
      <Skeleton height={56} width={320} mb="lg" />
      <Skeleton height={48} width={480} maw="100%" mb="lg" />
      <div className={classes.columns}>
        <div className={classes.main}>
          <Skeleton height={240} />
          <Skeleton height={200} />
        </div>
        <Skeleton height={320} />
      </div>
    </div>
  )
}
