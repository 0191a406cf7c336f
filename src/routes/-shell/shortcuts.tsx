import { Modal, Switch } from '@mantine/core'

import { KeyHint } from '#kit/key-hint.tsx'
import { commandKey, useSingleKeys } from '#kit/page-keys.ts'
import { navigation, notificationsKey } from '#routes/-navigation/navigation.ts'

import classes from './shortcuts.module.css'

interface Shortcut {
  readonly keys: readonly string[]
  /** Pressed one after the other. */
  readonly isSequence?: boolean
  readonly does: string
}

const sheet: readonly { readonly title: string; readonly shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: [commandKey, 'K'], does: 'Search' },
      { keys: ['C'], does: 'Create a new record' },
      { keys: [commandKey, 'Z'], does: 'Undo a deletion' },
      { keys: ['?'], does: 'Show keyboard shortcuts' },
    ],
  },
  {
    title: 'Go to',
    shortcuts: [...navigation, { key: notificationsKey, label: 'Notifications' }].map(({ key, label }) => ({
      keys: ['G', key.toUpperCase()],
      isSequence: true,
      does: label,
    })),
  },
  {
    title: 'In a list',
    shortcuts: [
      { keys: ['/'], does: 'Search the list' },
      { keys: ['J'], does: 'Next row (also ↓)' },
      { keys: ['K'], does: 'Previous row (also ↑)' },
      { keys: ['Enter'], does: 'Open the row' },
      { keys: ['X'], does: 'Select the row' },
    ],
  },
  {
    title: 'On an open record',
    shortcuts: [
      { keys: ['E'], does: 'Edit' },
      { keys: ['N'], does: 'Add a note to the customer' },
    ],
  },
  {
    title: 'On a customer',
    shortcuts: [
      { keys: ['J'], does: 'Next customer in the list' },
      { keys: ['K'], does: 'Previous customer' },
    ],
  },
  {
    title: 'In a form',
    shortcuts: [
      { keys: [commandKey, 'Enter'], does: 'Save, send or go to the next step' },
      { keys: ['↑', '↓', '←', '→'], does: 'Move between permissions' },
    ],
  },
]

const isSingle = ({ keys, isSequence }: Shortcut) =>
  isSequence === true || (keys.length === 1 && keys[0]?.length === 1)

/** List of keyboard shortcuts. Opened by `?`, the palette and the menu of the person. */
export function Shortcuts({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [hasSingleKeys, setSingleKeys] = useSingleKeys()
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" size={680}>
      <div className={classes['columns']}>
        {sheet.map(({ title, shortcuts }) => (
          <section key={title} className={classes['group']}>
            <h3 className={classes['title']}>{title}</h3>
            <dl className={classes['list']}>
              {shortcuts.map((shortcut) => (
                <div key={shortcut.does} className={classes['row']}>
                  <dt>{shortcut.does}</dt>
                  <dd className={classes['keys']}>
                    {!hasSingleKeys && isSingle(shortcut) && <span className={classes['off']}>Off</span>}
                    <ShortcutKeys shortcut={shortcut} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className={classes['foot']}>
        <Switch
          label="Single-key shortcuts"
          description="Turn them off if you use speech input or trigger them by accident."
          checked={hasSingleKeys}
          onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
        />
      </div>
    </Modal>
  )
}

/** Arrows are four keys to choose from; they aren't pressed together. */
function ShortcutKeys({ shortcut: { keys, isSequence = false } }: { shortcut: Shortcut }) {
  const isChoice = keys.length > 2
  return isChoice ? (
    keys.map((key) => <KeyHint key={key} keys={[key]} />)
  ) : (
    <KeyHint keys={keys} isSequence={isSequence} />
  )
}
