import { Button, VisuallyHidden } from '@mantine/core'
import { type Icon, IconMail, IconPhone } from '@tabler/icons-react'

import { mailUrl } from '#lib/mail.ts'
import { telUrl } from '#lib/phone.ts'

interface Props {
  name: string
  email: string | null | undefined
  phone: string | null | undefined
}

/** Buttons that email and call someone, as far as there is an address and a number. */
export function ContactButtons({ name, email, phone }: Props) {
  const call = phone ? telUrl(phone) : undefined
  return (
    <>
      {email && <ContactButton verb="Email" name={name} icon={IconMail} url={mailUrl(email)} />}
      {call && <ContactButton verb="Call" name={name} icon={IconPhone} url={call} />}
    </>
  )
}

interface ButtonProps {
  verb: string
  name: string
  icon: Icon
  url: string
}

const ContactButton = ({ verb, name, icon: Sign, url }: ButtonProps) => (
  <Button component="a" href={url} variant="default" leftSection={<Sign size={16} aria-hidden />}>
    {verb}
    <VisuallyHidden> {name}</VisuallyHidden>
  </Button>
)
