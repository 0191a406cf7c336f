import { Button, Kbd } from '@mantine/core'

import { ButtonLink } from '#kit/link.tsx'
import { commandKey } from '#kit/page-keys.ts'
import type { StepId } from '#parts/customer-inputs/step-ids.ts'

import { type Phase, isInProgress } from './submission.ts'

import classes from './wizard.module.css'

interface Props {
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
export function WizardFooter({ step, phase, previous, isComplete, onBack, onCreate }: Props) {
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
