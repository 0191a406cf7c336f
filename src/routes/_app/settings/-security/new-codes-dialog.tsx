import { Button, Modal } from '@mantine/core'
import { useState } from 'react'

import { twoFactor } from '#api/two-factor.ts'
import { PasswordStep } from '#routes/-two-factor/password-step.tsx'
import { RecoveryCodes } from '#routes/-two-factor/recovery-codes.tsx'

/** Replaces the recovery codes. Once they are shown, it closes with its own button alone. */
export function NewCodesDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>()
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={!codes}
      closeOnEscape={!codes}
      closeOnClickOutside={!codes}
      title={codes ? 'Save your recovery codes' : 'Create new recovery codes?'}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <PasswordStep
          email={email}
          text="The recovery codes you have now stop working."
          submitLabel="Create new codes"
          mutation={twoFactor.renewCodes()}
          onDone={setCodes}
          cancel={
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
          }
        />
      )}
    </Modal>
  )
}
