import { Card, Text, Title } from '@mantine/core'
import type { KeyboardEvent } from 'react'

import { LeaveDraftDialog } from '#kit/draft/leave-dialog.tsx'
import { StepList } from '#kit/step-list.tsx'
import { stepTitle } from '#parts/customer-inputs/steps.ts'

import { SubmissionStatus } from './submission-status.tsx'
import { type WizardOptions, useWizard } from './use-wizard.ts'
import { WizardFooter } from './wizard-footer.tsx'
import { WizardPreview } from './wizard-preview.tsx'
import { WizardStep } from './wizard-step.tsx'

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
            <WizardStep step={step} form={form} account={account} errors={errors} onGo={wizard.fix} />
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
