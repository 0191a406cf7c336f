import { IconSelector } from '@tabler/icons-react'
import type { ButtonHTMLAttributes, Ref } from 'react'

import type { Session } from '#contract/access/session.ts'

import classes from './sidebar.module.css'

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  session: Session
  ref?: Ref<HTMLButtonElement>
}

/** Opens the menu of accounts. */
export function AccountButton({ session, ...button }: ButtonProps) {
  const { name } = session.account
  return (
    <button {...button} type="button" className={classes['account']} data-label={name}>
      <AccountMark name={name} />
      <span className={classes['srOnly']}>switch account</span>
      <IconSelector size={16} aria-hidden className={classes['chevron']} />
    </button>
  )
}

/** The logo and the name of the account. */
export const AccountMark = ({ name }: { name: string }) => (
  <>
    <img src="/favicon.svg" alt="" width={24} height={24} />
    <span className={classes['label']} dir="auto">
      {name}
    </span>
  </>
)
