import { createFileRoute, notFound } from '@tanstack/react-router'

import { EditMeeting } from './-meetings/edit-meeting.tsx'

export const Route = createFileRoute('/_app/meetings/$id_/edit')({
  loader: ({ params: { id } }) => {
    if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound()
  },
  component: EditMeetingScreen,
})

function EditMeetingScreen() {
  const { id } = Route.useParams()
  return <EditMeeting key={id} id={Number(id)} />
}
