import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import { sendPending } from '../../api/pending-deletion.ts'
import { session } from '../../api/session.ts'
import { toast } from '../../kit/toast.ts'
import { clearDrafts } from '../../lib/drafts.ts'

const tell = (error: Error) =>
  void toast({ id: 'session', color: 'red', title: 'That did not work', message: error.message })

/** Signs out, here or everywhere. What still waits to be deleted is sent before, and no draft stays behind. */
export function useLeave() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    ...session.signOut(),
    onMutate: async () => {
      await sendPending()
      await queryClient.cancelQueries()
    },
    onSuccess: async () => {
      await clearDrafts()
      await navigate({ to: '/sign-in' })
      queryClient.clear()
    },
    onError: tell,
  })
}

/** Goes to another account of the same person. Nothing read from the one before stays. */
export function useSwitchAccount() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    ...session.switchAccount(),
    onMutate: sendPending,
    onSuccess: async ({ data }) => {
      // The session itself stays, for what shows it to see the change.
      queryClient.setQueryData(session.current().queryKey, data)
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
      await navigate({ to: '/' })
    },
    onError: tell,
  })
}
