import { Modal, Text, getDefaultZIndex } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import { settleGate } from '#api/gate.ts'
import { session } from '#api/session.ts'
import { becomeSignedOut } from '#api/signed-out.ts'
import { changeAccount } from '#routes/-navigation/leaving.ts'

import { SignInForm } from '../-sign-in-form.tsx'

/** Asks for the password over the page, so that what is typed below survives an ended session. */
export function SignInAgain({ opened }: { opened: boolean }) {
  const navigate = useNavigate()
  const { data: current } = useSuspenseQuery(session.current())
  const queryClient = useQueryClient()
  const resume = () => {
    settleGate(true)
    const next = queryClient.getQueryData(session.current().queryKey)
    if (!next || next.account.id === current.account.id) return
    // No longer in the account of this page. The pending calls were for that account and are rejected.
    changeAccount(queryClient, next)
    // Without asking: unsaved work belonged to that account.
    void navigate({ to: '/', ignoreBlocker: true })
  }
  const giveUp = () => {
    settleGate(false)
    // Otherwise the sign-in page would send them back.
    void becomeSignedOut(async () => undefined)
    void navigate({ to: '/sign-in' })
  }
  return (
    <Modal
      opened={opened}
      onClose={giveUp}
      title="Sign in again"
      // Above a dialog that was open already, and waits for this.
      zIndex={getDefaultZIndex('modal') + 1}
      closeButtonProps={{ 'aria-label': 'Leave' }}
    >
      <Text size="sm" mb="md">
        Your session has expired. Your changes are still here.
      </Text>
      <SignInForm email={current.user.email} onDone={resume} />
    </Modal>
  )
}
