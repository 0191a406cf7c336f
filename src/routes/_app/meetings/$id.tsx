import { createFileRoute, notFound } from '@tanstack/react-router'

import { MeetingPage } from './-meetings/meeting-page.tsx'

export const Route = createFileRoute('/_app/meetings/$id')({
  // What the page shows is read by the page: its queries come with its chunk, which isn’t part of a first visit.
  loader: ({ params: { id } }) => {
    if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound()
  },
  component: MeetingScreen,
})

function MeetingScreen() {
  const { id } = Route.useParams()
  return <MeetingPage key={id} id={Number(id)} />
}
