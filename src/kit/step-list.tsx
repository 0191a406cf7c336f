import { Group, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconExclamationMark } from '@tabler/icons-react'

import classes from './step-list.module.css'

/** `wrong` needs something before the form can be sent. */
export type StepState = 'todo' | 'current' | 'done' | 'wrong'

/** One step of a form. */
export interface Step<Id extends string> {
  id: Id
  title: string
  state: StepState
  /** Shown, whatever else its state is. */
  isCurrent: boolean
}

const words: Record<StepState, string> = {
  todo: 'not completed',
  current: '',
  done: 'done',
  wrong: 'has errors',
}

/** The steps of a wizard with the state of each; any of them can be opened. */
export function StepList<Id extends string>({
  steps,
  onGo,
}: {
  steps: readonly Step<Id>[]
  onGo: (id: Id) => void
}) {
  return (
    <nav aria-label="Steps">
      <ol className={classes.steps}>
        {steps.map(({ id, title, state, isCurrent }, index) => (
          <li key={id} data-state={state} data-current={isCurrent || undefined} className={classes.step}>
            <UnstyledButton
              className={classes.button}
              aria-current={isCurrent ? 'step' : undefined}
              onClick={() => onGo(id)}
            >
              <Group gap="xs" wrap="nowrap">
                <span className={classes.mark} aria-hidden>
                  <Mark state={state} number={index + 1} />
                </span>
                <Text component="span" size="sm" fw={isCurrent ? 650 : 500} className={classes.title}>
                  {title}
                </Text>
                {words[state] !== '' && <VisuallyHidden>, {words[state]}</VisuallyHidden>}
              </Group>
            </UnstyledButton>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Mark({ state, number }: { state: StepState; number: number }) {
  if (state === 'done') return <IconCheck size={14} stroke={3} />
  if (state === 'wrong') return <IconExclamationMark size={14} stroke={3} />
  return <>{number}</>
}
