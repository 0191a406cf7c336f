import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { session } from '#api/session.ts'

import { Entrance } from './-entrance.tsx'
import { SignInForm } from './-sign-in-form.tsx'

export const Route = createFileRoute('/sign-in')({
  validateSearch: z.object({ next: z.optional(z.catch(z.string(), '/')) }),
  loader: ({ context }) => context.queryClient.ensureQueryData(session.entrance()),
  component: SignInPage,
})

function SignInPage() {
  const { data: entrance } = useSuspenseQuery(session.entrance())
  const { next } = Route.useSearch()
  const navigate = useNavigate()
  // Only an address of our own: what follows the sign-in must not be chosen by a stranger's link.
  const target = next !== undefined && /^\/(?![/\\])/.test(next) ? next : '/'
  return (
    <Entrance title="Welcome back" lead="Sign in to your back office.">
      <SignInForm demo={entrance.demo} onDone={() => void navigate({ href: target, replace: true })} />
    </Entrance>
  )
}
