import { Button, Card, Kbd, Text, Title } from '@mantine/core'
import type { KeyboardEvent } from 'react'

import { LeaveDraftDialog } from '#kit/draft/leave-dialog.tsx'
import { ButtonLink } from '#kit/link.tsx'
import { commandKey } from '#kit/page-keys.ts'
import { StepList } from '#kit/step-list.tsx'
import type { StepId } from '#parts/customer-inputs/step-ids.ts'
import { stepTitle } from '#parts/customer-inputs/steps.ts'

import { ReviewStep } from './review-step.tsx'
import { StepInputs } from './step-inputs.tsx'
import { SubmissionStatus } from './submission-status.tsx'
import { type Phase, isInProgress } from './submission.ts'
import { type WizardOptions, useWizard } from './use-wizard.ts'
import { WizardPreview } from './wizard-preview.tsx'

import classes from './wizard.module.css'

/** A new customer, step by step, with a preview beside it. */
export function Wizard(options: WizardOptions) {
  const { account, step } = options
  const { steps, fields } = account
  const { form, customer, errors, phase, draft, heading, body, ...wizard } = useWizard(options)
  return (
    <form
      className={classes.wizard}
      onSubmit={(event) => void wizard.submit(event)}
      onKeyDown={keepPlainEnter}
      noValidate
    >
      <StepList
        steps={steps.map((id) => ({
          id,
          title: stepTitle[id],
          state: wizard.stateOf(id),
          isCurrent: id === step,
        }))}
        onGo={wizard.navigateToStep}
      />
      <div className={classes.columns} data-single={step === 'review' || undefined}>
        <div className={classes.main}>
          <Card withBorder p={{ base: 'md', sm: 'lg' }} ref={body}>
            <Title order={2} mb="md" ref={heading} tabIndex={-1}>
              {stepTitle[step]}
            </Title>
            {step === 'review' ? (
              <ReviewStep
                customer={customer}
                fields={fields}
                steps={steps}
                errors={errors}
                onGo={wizard.fix}
              />
            ) : (
              <StepInputs step={step} form={form} account={account} />
            )}
          </Card>
          <SubmissionStatus
            phase={phase}
            supportsIdempotency={wizard.supportsIdempotency}
            fields={fields}
            onStop={wizard.stop}
            onOpenFound={wizard.openFound}
            onCreateAnyway={wizard.createAnyway}
          />
          {draft.isFailing && (
            <Text size="sm" role="status">
              This browser can’t store a draft. If you close this page, your changes will be lost.
            </Text>
          )}
        </div>
        {step !== 'review' && (
          <div className={classes.aside}>
            <WizardPreview customer={customer} errors={errors} onFix={(error) => wizard.fix(error.step)} />
          </div>
        )}
      </div>
      <WizardFooter
        step={step}
        phase={phase}
        previous={steps[steps.indexOf(step) - 1]}
        isComplete={errors.length === 0}
        onBack={wizard.navigateToStep}
        onCreate={wizard.create}
      />
      <LeaveDraftDialog
        title="Leave without finishing?"
        hasWork={() => !draft.isClosed() && wizard.hasWork()}
        isUnsaved={draft.hasUnsavableChanges}
        onSave={draft.saveNow}
        onDiscard={draft.close}
      />
    </form>
  )
}

/** Plain Enter must not submit the step. */
function keepPlainEnter(event: KeyboardEvent) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  if (event.target instanceof HTMLInputElement) event.preventDefault()
}

interface WizardFooterProps {
  step: StepId
  phase: Phase
  /** The step before; undefined in the first. */
  previous: StepId | undefined
  /** Whether the customer could be created as it is. */
  isComplete: boolean
  onBack: (to: StepId) => void
  onCreate: () => void
}

/** The ways out of a step: cancel, back, on to the next one, or create the customer at once. */
function WizardFooter({ step, phase, previous, isComplete, onBack, onCreate }: WizardFooterProps) {
  const isBusy = isInProgress(phase)
  const isReview = step === 'review'
  return (
    <div className={classes.footer} data-form-footer>
      <ButtonLink
        to="/customers"
        variant="subtle"
        color="gray"
        disabled={isBusy}
        className={classes.cancel ?? ''}
        // Its text begins where the form does.
        ms={-12}
      >
        Cancel
      </ButtonLink>
      {previous && (
        <Button variant="default" disabled={isBusy} onClick={() => onBack(previous)}>
          Back
        </Button>
      )}
      {!isReview && isComplete && (
        <Button variant="default" loading={isBusy && phase.kind !== 'waiting'} onClick={onCreate}>
          Create now
        </Button>
      )}
      <Button
        type="submit"
        loading={isReview && isBusy && phase.kind !== 'waiting'}
        disabled={!isReview && isBusy}
        rightSection={
          <Kbd visibleFrom="sm" aria-hidden>
            {commandKey} Enter
          </Kbd>
        }
        // The second half of a double click on "Next" must not confirm the review.
        onClick={(event) => isReview && event.detail > 1 && event.preventDefault()}
      >
        {isReview ? (phase.kind === 'waiting' ? 'Create customer now' : 'Create customer') : 'Next'}
      </Button>
    </div>
  )
}
