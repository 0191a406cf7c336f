import { createFileRoute } from '@tanstack/react-router'

import { requireId } from '#kit/require-id.ts'
import { useToday } from '#kit/today.ts'
import { EditRecord } from '#parts/records/edit-record.tsx'

import { scheduleKind } from '../-recurring/schedule-kind.tsx'

export const Route = createFileRoute('/_app/invoices/recurring/$id_/edit')({
  loader: requireId,
  component: EditSchedule,
})

function EditSchedule() {
  const { id } = Route.useParams()
  return <EditRecord kind={scheduleKind(useToday())} id={Number(id)} />
}
