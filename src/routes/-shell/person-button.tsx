import type { ButtonHTMLAttributes, Ref } from 'react'

import type { Session } from '#contract/access/session.ts'
import { PersonAvatar } from '#kit/person-avatar.tsx'
import { roleName } from '#lib/role-name.ts'

import classes from './sidebar.module.css'

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  session: Session
  ref?: Ref<HTMLButtonElement>
}

/** Name and role of the person who is signed in; opens their menu. */
export function PersonButton({ session: { user, account }, ...button }: ButtonProps) {
  return (
    <button {...button} type="button" className={classes['person']} data-label={user.name}>
      <span aria-hidden className={classes['avatar']}>
        <PersonAvatar name={user.name} src={user.photo ?? null} size={28} />
      </span>
      <span className={classes['label']} dir="auto">
        {user.name}
        <span className={classes['sub']}>{roleName(account.role)}</span>
      </span>
      <span className={classes['srOnly']}>your menu</span>
    </button>
  )
}
