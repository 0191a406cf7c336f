import { ActionIcon } from '@mantine/core'
import { IconMail, IconPhone } from '@tabler/icons-react'

import { mailUrl } from '#lib/mail.ts'
import { telUrl } from '#lib/phone.ts'

interface Props {
  name: string
  phone?: string | null | undefined
  email?: string | null | undefined
}

/** One tap to call someone, or to email them if they have no phone number. */
export function ContactAction({ name, phone, email }: Props) {
  const call = phone ? telUrl(phone) : undefined
  const url = call ?? (email ? mailUrl(email) : undefined)
  if (!url) return null
  return (
    <ActionIcon
      component="a"
      href={url}
      variant="subtle"
      size={44}
      aria-label={`${call ? 'Call' : 'Email'} ${name}`}
    >
      {call ? <IconPhone size={20} aria-hidden /> : <IconMail size={20} aria-hidden />}
    </ActionIcon>
  )
}
