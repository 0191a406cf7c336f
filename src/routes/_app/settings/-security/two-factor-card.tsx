import { Badge, Button, Group, Modal, PasswordInput, Text, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'

import { twoFactor } from '#api/two-factor.ts'
import { FullProof, type TwoFactor } from '#contract/access/two-factor.ts'
import { useFieldErrors } from '#kit/error-focus.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'
import { fieldErrors } from '#lib/field-errors.ts'
import { listText } from '#lib/locale.ts'
import { pluralize } from '#lib/pluralize.ts'
import { PasswordStep } from '#routes/-two-factor/password-step.tsx'
import { RecoveryCodes } from '#routes/-two-factor/recovery-codes.tsx'
import { TwoFactorSetUp } from '#routes/-two-factor/set-up.tsx'

/** Few enough to make new ones. */
const fewCodes = 3

/** Whether a code is asked for after the password, with what may be done about it. */
export function TwoFactorCard({ email, state }: { email: string; state: TwoFactor }) {
  const [open, setOpen] = useState<'on' | 'off' | 'codes'>()
  const close = () => setOpen(undefined)
  const { is_on, recovery_codes_left: left, required_by } = state
  return (
    <SectionCard
      title="Two-factor authentication"
      description="After your password, Bureau asks for a code from your phone: a stolen password isn’t enough to sign in."
      actions={
        <Badge color={is_on ? 'green' : 'gray'} size="lg">
          {is_on ? 'On' : 'Off'}
        </Badge>
      }
    >
      {is_on ? (
        <>
          <Text size="sm" mb="md" id="two-factor-state">
            {pluralize(left, 'recovery code')} left.
            {left <= fewCodes && ' Create new ones: without them, losing your phone locks you out.'}
            {required_by.length > 0 &&
              ` It can’t be turned off, as ${listText(required_by, 'and')} requires it.`}
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={() => setOpen('codes')}>
              New recovery codes
            </Button>
            <Button
              variant="default"
              disabled={required_by.length > 0}
              aria-describedby="two-factor-state"
              onClick={() => setOpen('off')}
            >
              Turn off
            </Button>
          </Group>
        </>
      ) : (
        <Button onClick={() => setOpen('on')}>Turn on</Button>
      )}
      {open === 'on' && <TurnOnDialog email={email} onClose={close} />}
      {open === 'off' && <TurnOffDialog email={email} onClose={close} />}
      {open === 'codes' && <NewCodesDialog email={email} onClose={close} />}
    </SectionCard>
  )
}

/** Turns two-factor authentication on. Once recovery codes are shown, it closes with its own button alone. */
function TurnOnDialog({ email, onClose }: { email: string; onClose: () => void }) {
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

/** Replaces the recovery codes. Once they are shown, it closes with its own button alone. */
function NewCodesDialog({ email, onClose }: { email: string; onClose: () => void }) {
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

const emptyProof: FullProof = { current_password: '', code: '' }

/** Turns two-factor authentication off, for someone who has both factors. */
function TurnOffDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(emptyProof)
  const [errors, setErrors] = useFieldErrors(form)
  const request = useSingleFlightMutation({
    ...twoFactor.turnOff(),
    onSuccess: () => {
      onClose()
      void toast.success('Two-factor authentication is off')
    },
    onError: ({ fields }) => setErrors(fields),
  })
  const submit = () => {
    const found = fieldErrors(FullProof, values)
    if (Object.keys(found).length > 0) return setErrors(found)
    setErrors({})
    request.mutate(values)
  }
  return (
    <FormDialog
      title="Turn off two-factor authentication?"
      action="Turn off"
      isDestructive
      form={form}
      request={request}
      problem={Object.keys(errors).length === 0 && <InlineProblem error={request.error} />}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">
        Your password alone will be enough to sign in. Your recovery codes stop working, and no browser is
        trusted any longer.
      </Text>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        data-autofocus
        value={values.current_password}
        error={errors['current_password']}
        onChange={({ currentTarget }) => setValues({ ...values, current_password: currentTarget.value })}
      />
      <TextInput
        label="Authentication code or recovery code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        value={values.code}
        error={errors['code']}
        onChange={({ currentTarget }) => setValues({ ...values, code: currentTarget.value })}
      />
    </FormDialog>
  )
}
