import { Button, Popover } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'

import classes from './-filter-button.module.css'

interface Props {
  /** Label of the filter: `Due`. */
  label: string
  /** Label of its value; empty when it isn't set. */
  value: string
  /** Why the service refuses what it is set to. */
  error?: string | undefined
  /** Shown when it is open; `close` gives the focus back to the button. */
  children: (close: () => void) => ReactNode
}

/** A filter that needs more than a select: a button that says what is set, and opens its controls. */
export function FilterButton({ label, value, error, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Popover
        opened={isOpen}
        onChange={setOpen}
        position="bottom-start"
        trapFocus
        returnFocus
        width={320}
        // It would handle the key before a calendar inside it does.
        closeOnEscape={false}
      >
        <Popover.Target>
          <Button
            variant="default"
            data-set={value !== '' || undefined}
            className={classes['button'] ?? ''}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            aria-invalid={error !== undefined || undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {label}
            {value !== '' && <span className={classes['value']}>{value}</span>}
          </Button>
        </Popover.Target>
        <Popover.Dropdown
          p={8}
          aria-label={label}
          onKeyDown={(event) => {
            const dialog = (event.target as Element).closest('[role=dialog]')
            if (event.key === 'Escape' && dialog === event.currentTarget) setOpen(false)
          }}
        >
          {children(() => setOpen(false))}
        </Popover.Dropdown>
      </Popover>
      {error !== undefined && (
        <p className={classes['error']} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
