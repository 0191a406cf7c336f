import { Button } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import type { Session } from '#contract/access/session.ts'
import { EmptyState } from '#kit/empty-state.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { enterAccount } from '#routes/-navigation/leaving.ts'

interface Props {
  session: Session
  /** Where the link leads that was opened. */
  account: { readonly id: number; readonly name: string }
}

/** In place of a page that a link of another account leads to. */
export function OtherAccount({ session, account: { id, name } }: Props) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const enter = useSingleFlightMutation({
    mutationFn: () => enterAccount(queryClient, id, new AbortController().signal),
    onSuccess: () => router.invalidate(),
  })
  return (
    <EmptyState
      icon={IconBuilding}
      title={`This page is in ${name}`}
      isPage
      action={
        <Button loading={enter.isPending} onClick={() => enter.mutate(undefined)}>
          Switch to {name}
        </Button>
      }
    >
      You’re working in {session.account.name}.
    </EmptyState>
  )
}
