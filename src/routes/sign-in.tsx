import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { session } from '#api/session.ts'
import { isSignedOut } from '#api/signed-out.ts'

import { AuthLayout } from './-auth-layout.tsx'
import { DemoCard } from './-demo-card.tsx'
import { SignInForm } from './-sign-in-form.tsx'

export const Route = createFileRoute('/sign-in')({
  validateSearch: z.object({ next: z.optional(z.catch(z.string(), '/')) }),
  beforeLoad: async ({ context, search }) => {
    if (isSignedOut()) return
    const current = await context.queryClient.ensureQueryData(session.current()).catch(() => undefined)
    // Already signed in.
    if (current) throw redirect({ href: targetOf(search.next), replace: true })
  },
  loader: ({ context }) => context.queryClient.ensureQueryData(session.entrance()),
  component: SignInPage,
})

function SignInPage() {
  const { data: entrance } = useSuspenseQuery(session.entrance())
  const { next } = Route.useSearch()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const enter = () => {
    queryClient.removeQueries({ queryKey: session.entrance().queryKey })
    void navigate({ href: targetOf(next), replace: true })
  }
  return (
    <AuthLayout title="Welcome back" lead="Sign in to your back office.">
      <SignInForm onDone={enter} />
      {entrance.demo && <DemoCard demo={entrance.demo} onDone={enter} />}
    </AuthLayout>
  )
}

/** Only an address of our own: what follows the sign-in must not be chosen by somebody else's link. */
const targetOf = (next: string | undefined): string =>
  next !== undefined && /^\/(?![/\\])/.test(next) && !next.startsWith('/sign-in') ? next : '/'
