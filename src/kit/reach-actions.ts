import { IconMail, IconPhone } from '@tabler/icons-react'

import { mailUrl } from '#lib/mail.ts'
import { telUrl } from '#lib/phone.ts'

import type { RecordAction } from './record-actions.tsx'

interface Person {
  readonly email?: string | null | undefined
  readonly phone?: string | null | undefined
}

/** Returns the ways to reach a person that the palette offers. `noun` is what the person is: `customer`. */
export function reachActions({ email, phone }: Person, noun: string): readonly RecordAction[] {
  const call = phone ? telUrl(phone) : undefined
  const leadingTo = (url: string) => ({ run: () => location.assign(url), only: 'palette' as const })
  return [
    ...(email ? [{ label: `Email ${noun}`, icon: IconMail, ...leadingTo(mailUrl(email)) }] : []),
    ...(call ? [{ label: `Call ${noun}`, icon: IconPhone, ...leadingTo(call) }] : []),
  ]
}
