import { Anchor } from '@mantine/core'

import { mailUrl } from '#lib/mail.ts'
import { telUrl } from '#lib/phone.ts'

interface Props {
  value: string
  /** In the color of the text around it, where every row has one. */
  isQuiet?: boolean
}

/** An email address as a link. */
export const EmailLink = ({ value, isQuiet = false }: Props) => (
  <Anchor inherit href={mailUrl(value)} {...(isQuiet && quiet)}>
    {value}
  </Anchor>
)

/** A phone number as a link, if it can be called. */
export function PhoneLink({ value, isQuiet = false }: Props) {
  const url = telUrl(value)
  return url ? (
    <Anchor inherit href={url} {...(isQuiet && quiet)}>
      <bdi>{value}</bdi>
    </Anchor>
  ) : (
    value
  )
}

const quiet = { c: 'inherit' } as const
