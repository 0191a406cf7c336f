import { Button, Group, Stack, Text } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

import { session } from '#api/session.ts'

import { AuthLayout } from './-auth-layout.tsx'
import { enterAccount, useLeave } from './-navigation/leaving.ts'
import { TwoFactorSetUp } from './-two-factor/set-up.tsx'

export const Route = createFileRoute('/two-factor')({
  loader: async ({ context: { queryClient } }) => {
    const current = await queryClient.ensureQueryData(session.current()).catch(() => undefined)
    if (!current) throw redirect({ to: '/sign-in', replace: true })
    if (!current.needs_two_factor) throw redirect({ to: '/', replace: true })
  },
  component: TwoFactorPage,
})

/** Leads someone through the setup that their account requires. The service shows nothing of it before. */
function TwoFactorPage() {
  const { data: current } = useSuspenseQuery(session.current())
  const [isOn, setIsOn] = useState(false)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const leave = useLeave()
  const enter = async () => {
    await queryClient.fetchQuery({ ...session.current(), staleTime: 0 })
    await navigate({ to: '/', replace: true })
  }
  const goTo = async (account: number) => {
    await enterAccount(queryClient, account, new AbortController().signal)
    await navigate({ to: '/', replace: true })
  }
  const others = current.accounts.filter(({ id }) => id !== current.account.id)
  return (
    <AuthLayout
      title={isOn ? 'Save your recovery codes' : 'One more step'}
      lead={
        isOn
          ? 'Two-factor authentication is on.'
          : `${current.account.name} requires two-factor authentication. Set it up to continue.`
      }
    >
      <TwoFactorSetUp
        email={current.user.email}
        onTurnedOn={() => setIsOn(true)}
        onDone={() => void enter()}
        cancel={
          <Button variant="default" loading={leave.isPending} onClick={() => leave.mutate(false)}>
            Sign out
          </Button>
        }
      />
      {!isOn && others.length > 0 && (
        <Stack gap="xs" mt="xl">
          <Text size="sm" c="dimmed">
            Or continue in another account:
          </Text>
          <Group gap="xs">
            {others.map(({ id, name }) => (
              <Button key={id} variant="default" size="xs" onClick={() => void goTo(id)}>
                {name}
              </Button>
            ))}
          </Group>
        </Stack>
      )}
    </AuthLayout>
  )
}
