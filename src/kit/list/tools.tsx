import { ActionIcon, Box } from '@mantine/core'
import { useClickOutside } from '@mantine/hooks'
import { IconDots } from '@tabler/icons-react'
import { type MouseEvent, type ReactNode, useId, useRef, useState } from 'react'

import { useKeys } from '#kit/page-keys.ts'

import classes from './tools.module.css'

interface Props {
  /** Beside each other on a phone too, as few of them have room. */
  isSpread: boolean
  /** Buttons. */
  children: ReactNode
}

/** What can be done with a list as a whole. On a phone it is behind one button: a row of icons alone would say little. */
export function ListTools({ isSpread, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const around = useClickOutside(() => setOpen(false))
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  useKeys(({ key }) => {
    if (!isOpen || key !== 'Escape') return false
    close()
    return true
  })
  const closeOnChoice = ({ target, currentTarget }: MouseEvent) => {
    // React passes on the clicks in a dialog that one of the tools opened, too.
    if (!(target instanceof Element) || !currentTarget.contains(target)) return
    // What opens a menu or is in one may have more to say.
    if (target.closest('a, button:not([aria-haspopup], [role="menuitem"])')) close()
  }
  return (
    <div ref={around} className={classes.around} data-spread={isSpread || undefined}>
      <ActionIcon
        ref={button}
        className={classes.toggle}
        variant="default"
        aria-label="List actions"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <IconDots size={18} aria-hidden />
      </ActionIcon>
      <Box
        id={id}
        data-list-tools
        className={classes.tools}
        data-open={isOpen || undefined}
        onClick={closeOnChoice}
      >
        {children}
      </Box>
    </div>
  )
}
