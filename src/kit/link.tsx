import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { type LinkProps, createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes } from 'react'

type Native = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'>

/** A screen of the router. */
export type Address = Pick<LinkProps, 'to' | 'params' | 'search'>

/** A screen that another one belongs to. */
export interface Way {
  readonly label: string
  readonly address: Address
}

/** A link of the router that looks like a button. */
export const ButtonLink = createLink((props: ButtonProps & Native) => <Button component="a" {...props} />)

/** A link of the router that looks like one. */
export const TextLink = createLink((props: AnchorProps & Native) => <Anchor component="a" {...props} />)

/** A `BackLink` to it. */
export const wayBack = ({ label, address }: Way) => <BackLink {...address}>{label}</BackLink>

/** The way up, above the title: to the list or the record that a screen belongs to. */
export const BackLink = createLink((props: ButtonProps & Native) => (
  <Button
    component="a"
    variant="subtle"
    color="gray"
    // Its text begins where the title does.
    ms={-12}
    leftSection={<IconArrowLeft size={16} aria-hidden />}
    {...props}
  />
))

/** The way out of a form without saving. */
export const CancelLink = createLink((props: ButtonProps & Native) => (
  <Button component="a" variant="subtle" color="gray" {...props}>
    Cancel
  </Button>
))
