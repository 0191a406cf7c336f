import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

import { AuthPicture } from './-auth-picture.tsx'

import classes from './-auth-layout.module.css'

interface Props {
  title: string
  lead: string
  /** The page says why it can’t be used. */
  role?: 'alert'
  children: ReactNode
}

/** The frame of the pages before anybody is signed in: the form, and on wide screens a picture of the product. */
export function AuthLayout({ title, lead, role, children }: Props) {
  return (
    <div className={classes['layout']}>
      <main className={classes['side']}>
        <div className={classes['brand']}>
          <img src="/favicon.svg" alt="" width={28} height={28} />
          <Text fw={600} size="lg" span>
            Bureau
          </Text>
        </div>
        <div className={classes['form']} role={role}>
          <Title order={1} className={classes['title'] ?? ''}>
            {title}
          </Title>
          <Text c="dimmed" mt={4} mb={24}>
            {lead}
          </Text>
          {children}
        </div>
      </main>
      <AuthPicture />
    </div>
  )
}
