import { Button, Group, Kbd, Text } from '@mantine/core'

import { type StepId, steps } from './steps.ts'
import { type Phase, isInProgress } from './submission.ts'

interface Props {
  step: StepId
  phase: Phase
  onBack: (to: StepId) => void
}

/** The way back and the button that continues, creates the customer, or skips a wait. */
export function WizardFooter({ step, phase, onBack }: Props) {
  const isBusy = isInProgress(phase)
  const isReview = step === 'review'
  return (
    <Group>
      {step !== 'person' && (
        <Button
          variant="default"
          disabled={isBusy}
          onClick={() => onBack(steps[steps.indexOf(step) - 1] ?? 'person')}
        >
          Back
        </Button>
      )}
      <Button
        type="submit"
        loading={isBusy && phase.kind !== 'waiting'}
        // The second half of a double click on "Next" must not confirm the review.
        onClick={(event) => isReview && event.detail > 1 && event.preventDefault()}
      >
        {isReview ? (phase.kind === 'waiting' ? 'Create customer now' : 'Create customer') : 'Next'}
      </Button>
      <Text size="sm" c="dimmed" visibleFrom="sm">
        <Kbd>Ctrl</Kbd> + <Kbd>Enter</Kbd> {isReview ? 'to create the customer' : 'to continue'}
      </Text>
    </Group>
  )
}
