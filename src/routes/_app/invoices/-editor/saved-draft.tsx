import { IconFileInvoice } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

import { usualDefaults } from '#api/company.ts'
import { emptyDraft } from '#api/invoice-draft.ts'
import { invoices } from '#api/invoices.ts'
import type { InvoiceDetails } from '#contract/invoices/invoices.ts'
import { isEditable } from '#contract/invoices/states.ts'
import { BackLink } from '#kit/back-link.tsx'
import { EmptyState } from '#kit/empty-state.tsx'
import { ButtonLink } from '#kit/link.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { Problem } from '#kit/problem.tsx'

import { DraftEditor } from './draft-editor.tsx'

/** The editor of a draft that exists. */
export function SavedDraft({ id }: { id: number }) {
  const navigate = useNavigate()
  // What is edited is what was read first; later versions are merged when it is saved.
  const [first, setFirst] = useState<InvoiceDetails>()
  const one = useQuery({ ...invoices.toEdit(id), staleTime: 0, enabled: first === undefined })
  if (!first && one.data && !one.isFetching) setFirst(one.data)
  if (first && !isEditable(first.status))
    return (
      <EmptyState
        icon={IconFileInvoice}
        title="This invoice can’t be edited"
        isPage
        action={
          <ButtonLink to="/invoices/$id" params={{ id: String(id) }}>
            Open the invoice
          </ButtonLink>
        }
      >
        Only drafts can be changed. To bill something else, duplicate the invoice.
      </EmptyState>
    )
  if (first)
    return (
      <DraftEditor
        start={first}
        blank={emptyDraft({ ...usualDefaults, currency: first.currency })}
        onCreated={() => undefined}
        onDeleted={() => void navigate({ to: '/invoices' })}
      />
    )
  return (
    <>
      <PageHeader title="Edit draft" back={<BackLink to="/invoices">Invoices</BackLink>} />
      {one.error && <Problem error={one.error} retry={() => void one.refetch()} />}
    </>
  )
}
