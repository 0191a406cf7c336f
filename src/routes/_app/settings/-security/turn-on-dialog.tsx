import { Button, Modal } from '@mantine/core'
import { useState } from 'react'

import { toast } from '#kit/toast.ts'
import { TwoFactorSetUp } from '#routes/-two-factor/set-up.tsx'

/** Turns two-factor authentication on. Once recovery codes are shown, it closes with its own button alone. */
export function TurnOnDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const [isOn, setIsOn] = useState(false)
  const done = () => {
    onClose()
    void toast.success('Two-factor authentication is on')
  }
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={!isOn}
      closeOnEscape={!isOn}
      closeOnClickOutside={false}
      title={isOn ? 'Save your recovery codes' : 'Turn on two-factor authentication'}
    >
      <TwoFactorSetUp
        email={email}
        onTurnedOn={() => setIsOn(true)}
        onDone={done}
        cancel={
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        }
      />
    </Modal>
  )
}
