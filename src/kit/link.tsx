import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes } from 'react'

type Native = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'>

/** A link of the router that looks like a button. */
export const ButtonLink = createLink((props: ButtonProps & Native) => <Button component="a" {...props} />)

/** A link of the router that looks like one. */
export const TextLink = createLink((props: AnchorProps & Native) => <Anchor component="a" {...props} />)
