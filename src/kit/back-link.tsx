import { Button, type ButtonProps } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'

import type { Address, Native } from './link.tsx'

/** A screen that another one belongs to. */
export interface Way {
  readonly label: string
  readonly address: Address
}

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

/** A `BackLink` to it. */
export const wayBack = ({ label, address }: Way) => <BackLink {...address}>{label}</BackLink>

/** The way out of a form without saving. */
export const CancelLink = createLink((props: ButtonProps & Native) => (
  <Button component="a" variant="subtle" color="gray" {...props}>
    Cancel
  </Button>
))
