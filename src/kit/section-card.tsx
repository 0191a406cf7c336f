import { Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

import classes from './section-card.module.css'

interface Props {
  title: string
  description?: ReactNode
  /** Beside the title. */
  actions?: ReactNode
  /** The content reaches the card's edges, as a table does. */
  isFlush?: boolean
  children: ReactNode
}

/** A part of a page under its own title. Cards take the height of what they contain, and contain no other cards. */
export function SectionCard({ title, description, actions, isFlush = false, children }: Props) {
  const titleId = useId()
  return (
    <section className={classes['card']} aria-labelledby={titleId}>
      <header className={classes['head']} role="presentation">
        <div className={classes['words']}>
          <Title order={2} id={titleId}>
            {title}
          </Title>
          {description !== undefined && (
            <Text size="sm" c="dimmed">
              {description}
            </Text>
          )}
        </div>
        {actions}
      </header>
      <div className={classes['body']} data-flush={isFlush || undefined}>
        {children}
      </div>
    </section>
  )
}
