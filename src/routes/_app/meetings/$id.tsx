import { createFileRoute } from '@tanstack/react-router'

import { MeetingPage } from './-meetings/meeting-page.tsx'

export const Route = createFileRoute('/_app/meetings/$id')({
  component: MeetingScreen,
})

function MeetingScreen() {
  const { id } = Route.useParams()
  return <MeetingPage key={id} id={Number(id)} />
}
