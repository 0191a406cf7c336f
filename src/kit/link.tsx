import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { type LinkProps, createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes } from 'react'

/** Attributes of a link. */
export type Native = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'>

/** A screen of the router. */
export type Address = Pick<LinkProps, 'to' | 'params' | 'search'>

/** A link of the router that looks like a button. */
export const ButtonLink = createLink((props: ButtonProps & Native) => <Button component="a" {...props} />)

/** A link of the router that looks like one. */
export const TextLink = createLink((props: AnchorProps & Native) => <Anchor component="a" {...props} />)
