import { createFileRoute } from '@tanstack/react-router'

import { EditMeeting } from './-meetings/edit-meeting.tsx'

export const Route = createFileRoute('/_app/meetings/$id_/edit')({
  component: EditMeetingScreen,
})

function EditMeetingScreen() {
  const { id } = Route.useParams()
  return <EditMeeting key={id} id={Number(id)} />
}
