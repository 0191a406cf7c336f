import { createFileRoute } from '@tanstack/react-router'

import { NewRecord } from '#parts/records/new-record.tsx'

import { lookKind } from '../../-templates/look-kind.ts'
import { newLook } from '../../-templates/look-values.ts'

export const Route = createFileRoute('/_app/settings/templates/invoice/new')({
  component: NewInvoiceTemplate,
})

function NewInvoiceTemplate() {
  return <NewRecord kind={lookKind} start={newLook} />
}
