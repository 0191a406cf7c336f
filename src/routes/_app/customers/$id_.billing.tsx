import { createFileRoute } from '@tanstack/react-router'

import { requireId } from '#kit/require-id.ts'
import { EditRecord } from '#parts/records/edit-record.tsx'

import { billingKind } from './-billing/billing-kind.ts'

export const Route = createFileRoute('/_app/customers/$id_/billing')({
  loader: requireId,
  component: EditBilling,
})

function EditBilling() {
  const { id } = Route.useParams()
  return <EditRecord kind={billingKind} id={Number(id)} />
}
