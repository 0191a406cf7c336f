import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/')({
  beforeLoad: async ({ context: { queryClient }, location: { state }, abortController: { signal } }) => {
    if (state.account !== undefined) {
      // Fetched already with the menu that leads here.
      const { enterAccount } = await import('#routes/-navigation/leaving.ts')
      await enterAccount(queryClient, state.account, signal)
    }
    throw redirect({ to: '/overview' })
  },
})
