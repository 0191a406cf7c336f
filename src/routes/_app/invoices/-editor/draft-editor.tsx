import { Alert, Button, Kbd } from '@mantine/core'
import { IconEye, IconTrash, IconUsers } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

import { customerBilling } from '#api/customer-billing.ts'
import { type DraftCustomer, type DraftForm, draftAmounts } from '#api/invoice-draft.ts'
import { invoices, versionOf } from '#api/invoices.ts'
import type { InvoiceDetails } from '#contract/invoices/invoices.ts'
import { BackLink } from '#kit/back-link.tsx'
import { useFormPage } from '#kit/form-page.ts'
import { LeaveDialog } from '#kit/leave-dialog.tsx'
import { ButtonLink } from '#kit/link.tsx'
import { usePageActions } from '#kit/page-actions.ts'
import { PageHeader } from '#kit/page-header.tsx'
import { commandKey } from '#kit/page-keys.ts'
import { Conflicts } from '#kit/record-form-conflicts.tsx'
import { WithPreview } from '#kit/with-preview.tsx'
import { listText } from '#lib/locale.ts'
import { termsOf } from '#parts/lines/customer-terms.ts'
import { LineList } from '#parts/lines/line-list.tsx'
import { InvoiceSheet } from '#parts/sheets/invoice-sheet.tsx'
import { SmallPaper } from '#parts/sheets/small-paper.tsx'

import { DeleteDraftDialog } from '../-delete-draft-dialog.tsx'
import { DraftHead } from './draft-head.tsx'
import { DraftSaidCard } from './draft-said.tsx'
import { DraftSession } from './draft-session.ts'
import { NotesAndTotal } from './form-end.tsx'
import { SaveStatus } from './save-status.tsx'
import { useDraftView } from './use-draft-view.ts'

import classes from '#parts/lines/editor.module.css'

interface Props {
  /** The draft to continue; undefined for a new one. */
  start: InvoiceDetails | undefined
  blank: DraftForm
  onCreated: (id: number) => void
  onDeleted: () => void
}

/** Edits an invoice like a spreadsheet; changes are saved automatically. */
export function DraftEditor({ start, blank, onCreated, onDeleted }: Props) {
  const session = useDraftSession({ start, blank, onCreated })
  const invoice = useSyncExternalStore(session.subscribe, () => session.get().invoice)
  const [isDeleting, setDeleting] = useState(false)
  const body = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const preview = async () => {
    await session.flush()
    const { invoice: saved } = session.get()
    if (saved) await navigate({ to: '/invoices/$id', params: { id: String(saved.id) } })
  }
  useFormPage(body, { isNew: !start, onFinish: () => void preview() })
  usePageActions(
    invoice
      ? [
          { label: 'Preview and send', icon: IconEye, run: () => void preview() },
          { label: 'Delete draft', icon: IconTrash, run: () => setDeleting(true) },
        ]
      : [],
  )
  return (
    <WithPreview label="Preview" isWide preview={<SavedSheet invoice={invoice} />}>
      <PageHeader
        title={start ? 'Edit draft' : 'New invoice'}
        back={<BackLink to="/invoices">Invoices</BackLink>}
        subtitle={<SaveStatus session={session} />}
        actions={invoice && <EditorActions id={invoice.id} onDelete={() => setDeleting(true)} />}
      />
      <form
        className={classes.form}
        ref={body}
        aria-label="Invoice"
        noValidate
        onSubmit={(event) => event.preventDefault()}
      >
        <OthersChanges session={session} />
        <Head session={session} blank={blank} />
        <Lines session={session} />
        <Said session={session} />
        <End session={session} />
      </form>
      {isDeleting && invoice && (
        <DeleteDraftDialog
          invoice={invoice}
          version={versionOf(invoice)}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            session.discard()
            onDeleted()
          }}
        />
      )}
      <LeaveDialog
        title="Leave without saving?"
        leaveWord="Discard changes"
        hasWork={async () => session.hasUnsaved() && !(await savedSoon(session))}
        isUnsaved={session.hasUnsaved}
      />
    </WithPreview>
  )
}

/** The draft as it is edited and saved, for as long as the editor is open. */
function useDraftSession(options: Pick<Props, 'start' | 'blank' | 'onCreated'>): DraftSession {
  const queryClient = useQueryClient()
  const [session] = useState(
    () =>
      new DraftSession({
        ...options,
        latest: (id) => queryClient.fetchQuery({ ...invoices.toEdit(id), staleTime: 0 }),
      }),
  )
  useEffect(
    function saveWhileOpen() {
      const close = session.open()
      return () => {
        close()
        void queryClient.invalidateQueries({ queryKey: invoices.all })
      }
    },
    [session, queryClient],
  )
  return session
}

interface PartProps {
  session: DraftSession
}

function Head({ session, blank }: PartProps & Pick<Props, 'blank'>) {
  const { form, problems } = useDraftView(session, ['customer', 'currency', 'paymentDays', 'due'])
  const pickCustomer = usePickCustomer(session, blank)
  return (
    <DraftHead
      form={form}
      problems={problems}
      dispatch={session.dispatch}
      onCustomer={(chosen) => void pickCustomer(chosen)}
    />
  )
}

function Lines({ session }: PartProps) {
  const { form, problems } = useDraftView(session, ['lines', 'currency'])
  return (
    <LineList
      form={form}
      amounts={draftAmounts(form)}
      problems={problems}
      read={() => session.get().form}
      dispatch={session.dispatch}
    />
  )
}

function Said({ session }: PartProps) {
  const { form, problems } = useDraftView(session, ['customer', 'lines', 'said'])
  const { customer } = form
  const { data: billing } = useQuery({
    ...customerBilling.one(customer?.id ?? 0),
    enabled: customer !== null,
  })
  return (
    <DraftSaidCard
      form={form}
      problems={problems}
      usualReference={billing?.reference ?? ''}
      onSaid={(said) => session.dispatch({ kind: 'set', values: { said } })}
    />
  )
}

function End({ session }: PartProps) {
  const { form, problems } = useDraftView(session, ['notes', 'lines', 'currency'])
  return (
    <NotesAndTotal
      draft={form}
      problem={problems.get('notes')}
      onNotes={(notes) => session.dispatch({ kind: 'set', values: { notes } })}
      totalTitle="Total"
      amounts={draftAmounts(form)}
    />
  )
}

/** What someone else changed in the meantime: to choose from, or taken over. */
function OthersChanges({ session }: PartProps) {
  const { merge, isChoosing } = useSyncExternalStore(session.subscribe, session.get)
  if (merge && isChoosing)
    return (
      <Conflicts key={merge.round} record="invoice" merge={merge} onChoose={session.choose}>
        <Button onClick={session.confirmChoice}>Save</Button>
      </Conflicts>
    )
  return (
    merge &&
    merge.taken.length > 0 && (
      <Alert role="status" icon={<IconUsers size={18} aria-hidden />}>
        Someone else changed this invoice while you were editing: {listText([...merge.taken], 'and')}. Both
        changes are kept.
      </Alert>
    )
  )
}

/** Puts a customer into the draft, and then their terms where it still has the usual ones. */
function usePickCustomer(session: DraftSession, blank: DraftForm) {
  const queryClient = useQueryClient()
  return async (chosen: DraftCustomer) => {
    session.dispatch({ kind: 'set', values: { customer: chosen } })
    // The invoice is written anyway if their terms can't be read.
    const terms = await queryClient.fetchQuery(customerBilling.one(chosen.id)).catch(() => undefined)
    const { form: now } = session.get()
    const values = terms && now.customer?.id === chosen.id ? termsOf(terms, now, blank) : {}
    if (Object.keys(values).length > 0) session.dispatch({ kind: 'set', values })
  }
}

/** The invoice as it was saved last, a moment after what was typed. */
const SavedSheet = ({ invoice }: { invoice: InvoiceDetails | undefined }) =>
  invoice ? (
    <SmallPaper>
      <InvoiceSheet invoice={invoice} />
    </SmallPaper>
  ) : (
    <p className={classes.empty}>Choose a customer to see the invoice as they will.</p>
  )

const EditorActions = ({ id, onDelete }: { id: number; onDelete: () => void }) => (
  <>
    <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
      Delete draft
    </Button>
    <ButtonLink
      to="/invoices/$id"
      params={{ id: String(id) }}
      leftSection={<IconEye size={16} aria-hidden />}
      rightSection={
        <Kbd visibleFrom="sm" aria-hidden>
          {commandKey} Enter
        </Kbd>
      }
    >
      Preview and send
    </ButtonLink>
  </>
)

const longestWaitMs = 2_000

/** Saves the latest changes, so that nobody is asked about them. */
const savedSoon = (session: DraftSession): Promise<boolean> =>
  Promise.race([
    session.flush(),
    new Promise<boolean>((resolve) => setTimeout(resolve, longestWaitMs, false)),
  ])
