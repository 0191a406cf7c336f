import { IconMail, IconPhone } from '@tabler/icons-react'

import { mailUrl } from '#lib/mail.ts'
import { telUrl } from '#lib/phone.ts'

import type { PageAction } from './page-actions.ts'

interface Person {
  readonly email?: string | null | undefined
  readonly phone?: string | null | undefined
}

/** Returns the ways to reach a person that the palette offers. `noun` is what the person is: `customer`. */
export function reachActions({ email, phone }: Person, noun: string): readonly PageAction[] {
  const call = phone ? telUrl(phone) : undefined
  const open = (url: string) => () => location.assign(url)
  return [
    ...(email ? [{ label: `Email ${noun}`, icon: IconMail, run: open(mailUrl(email)) }] : []),
    ...(call ? [{ label: `Call ${noun}`, icon: IconPhone, run: open(call) }] : []),
  ]
}
