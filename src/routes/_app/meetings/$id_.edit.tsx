import { createFileRoute } from '@tanstack/react-router'

import { requireId } from '#kit/require-id.ts'

import { EditMeeting } from './-meetings/edit-meeting.tsx'

export const Route = createFileRoute('/_app/meetings/$id_/edit')({
  loader: requireId,
  component: EditMeetingScreen,
})

function EditMeetingScreen() {
  const { id } = Route.useParams()
  return <EditMeeting id={Number(id)} />
}
