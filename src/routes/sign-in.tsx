import { Group, Text, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { session } from '#api/session.ts'
import { signIn } from '#api/sign-in.ts'
import { isSignedOut } from '#api/signed-out.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { PersonAvatar } from '#kit/person-avatar.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { roleName } from '#lib/role-name.ts'

import { AuthLayout } from './-auth-layout.tsx'
import { SignInForm } from './-sign-in-form.tsx'

import classes from './-demo-card.module.css'

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

interface Person {
  name: string
  email: string
  role: string
}

interface DemoCardProps {
  demo: { email: string; password: string; people?: readonly Person[] | undefined }
  onDone: () => void
}

const demoViews: Readonly<Record<string, string>> = {
  owner: 'Owner: can do everything in the demo',
  admin: 'Admin: everything except owners',
  staff: 'Staff: customers and invoices, no settings',
  viewer: 'Viewer: can look, can’t change anything',
}

/** The people of the demo, each one click away. */
function DemoCard({ demo, onDone }: DemoCardProps) {
  const queryClient = useQueryClient()
  const attempt = useSingleFlightMutation({
    ...signIn.withPassword(),
    onSuccess: ({ data }) => {
      // Nobody in the demo has two-factor authentication.
      if (!data) return
      queryClient.setQueryData(session.current().queryKey, data)
      onDone()
    },
  })
  const people = demo.people ?? [{ name: 'Demo', email: demo.email, role: 'owner' as const }]
  return (
    <section className={classes['card']} aria-labelledby="demo">
      <Text id="demo" component="h2" fw={600} size="sm" m={0}>
        Or look around first
      </Text>
      <Text size="xs" c="dimmed" mb={8}>
        Sample data on this computer. Choose a role:
      </Text>
      {people.map(({ name, email, role }) => (
        <UnstyledButton
          key={email}
          className={classes['person'] ?? ''}
          disabled={attempt.isPending}
          onClick={() => attempt.mutate({ email, password: demo.password, remember: false })}
        >
          <PersonAvatar name={name} src={null} size={28} />
          <span className={classes['words']}>
            <Text size="sm" fw={500} span>
              {name}
            </Text>
            <Text size="xs" c="dimmed" span>
              {demoViews[role] ?? roleName(role)}
            </Text>
          </span>
          <IconChevronRight size={16} className={classes['arrow']} aria-hidden />
        </UnstyledButton>
      ))}
      {attempt.error && (
        <Group mt={8}>
          <InlineProblem error={attempt.error} />
        </Group>
      )}
    </section>
  )
}
