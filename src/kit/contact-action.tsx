import { ActionIcon } from '@mantine/core'
import { IconMail, IconPhone } from '@tabler/icons-react'

interface Props {
  name: string
  phone?: string | null | undefined
  email?: string | null | undefined
}

/** One tap to call someone, or to email them if they have no phone number. */
export function ContactAction({ name, phone, email }: Props) {
  const number = phone?.replace(/[^0-9+]/g, '') ?? ''
  const canCall = /[0-9]{3}/.test(number)
  if (!canCall && !email) return null
  return (
    <ActionIcon
      component="a"
      href={canCall ? `tel:${number}` : `mailto:${email}`}
      variant="subtle"
      size={44}
      aria-label={canCall ? `Call ${name}` : `Email ${name}`}
    >
      {canCall ? <IconPhone size={20} aria-hidden /> : <IconMail size={20} aria-hidden />}
    </ActionIcon>
  )
}
