import { createFileRoute } from '@tanstack/react-router'

import { EditRecord } from '#parts/records/edit-record.tsx'

import { bookingKind } from './-booking/booking-kind.ts'

export const Route = createFileRoute('/_app/meetings/booking-times')({
  component: () => <EditRecord kind={bookingKind} id={0} />,
})
