import { Button } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'

import { type Address, ButtonLink } from './link.tsx'
import { usePageActions } from './page-actions.ts'
import { useEditKey } from './page-keys.ts'
import { RecordMenu, RecordMenuItem } from './record-menu.tsx'

/** Something that can be done with a record. */
export interface RecordAction {
  /** Verb first, as the palette says it: "Void invoice". */
  readonly label: string
  /** The same on the page, which says what it’s about. */
  readonly word?: string
  readonly icon: Icon
  /** What it does, or the screen that it leads to. */
  readonly run: (() => void) | Address
  /** A button of its own, filled if it’s the next step. Others are in the menu. */
  readonly button?: 'default' | 'filled' | undefined
  readonly only?: 'page' | 'palette' | undefined
  /** Its shortcut, as `aria-keyshortcuts` has it. E works wherever the actions are shown. */
  readonly keys?: 'e' | 'Control+Enter'
  /** Red, and set apart from the actions before it. */
  readonly isDestructive?: boolean
  /** It’s on its way. */
  readonly isPending?: boolean
  readonly isDisabled?: boolean
}

interface Props {
  /** In their order; false for what isn’t possible now. */
  actions: readonly (RecordAction | false)[]
  /** A drawer keeps its content while it closes. */
  isOpen?: boolean
}

/** Everything that can be done with a record: as buttons, in a menu behind them, and in the palette. */
export function RecordActions({ actions, isOpen = true }: Props) {
  const navigate = useNavigate()
  const possible = actions.filter((action) => action !== false)
  const doneBy = ({ run }: RecordAction) => (typeof run === 'function' ? run : () => void navigate(run))
  const available = possible.filter(({ isDisabled = false }) => isOpen && !isDisabled)
  const edit = available.find(({ keys }) => keys === 'e')
  useEditKey(edit && doneBy(edit))
  usePageActions(
    available
      .filter(({ only }) => only !== 'page')
      .map((action) => ({ label: action.label, icon: action.icon, run: doneBy(action) })),
  )
  const shown = possible.filter(({ only }) => only !== 'palette')
  const further = shown.filter(({ button }) => button === undefined)
  return (
    <>
      {shown
        .filter(({ button }) => button !== undefined)
        .map((action, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- one that says Resume after Pause keeps the focus
          <ActionButton key={index} {...action} />
        ))}
      {further.length > 0 && (
        <RecordMenu>
          {further.map((action) => (
            <ActionItem key={action.label} {...action} />
          ))}
        </RecordMenu>
      )}
    </>
  )
}

function ActionButton({ label, word = label, icon: Sign, run, ...rest }: RecordAction) {
  const { button = 'default', keys, isPending = false, isDisabled = false } = rest
  const props = {
    size: 'sm',
    variant: button,
    leftSection: <Sign size={16} aria-hidden />,
    'aria-keyshortcuts': keys,
  }
  if (typeof run === 'object' && !isDisabled)
    return (
      <ButtonLink {...props} {...run}>
        {word}
      </ButtonLink>
    )
  return (
    <Button
      {...props}
      loading={isPending}
      disabled={isDisabled}
      onClick={typeof run === 'function' ? run : undefined}
    >
      {word}
    </Button>
  )
}

const ActionItem = ({ label, word = label, icon, run, isDestructive, isDisabled = false }: RecordAction) => (
  <RecordMenuItem
    icon={icon}
    isDestructive={isDestructive ?? false}
    disabled={isDisabled}
    {...(typeof run === 'function'
      ? { onClick: run }
      : { renderRoot: (props: object) => <Link {...props} {...run} /> })}
  >
    {word}
  </RecordMenuItem>
)
