import { IconUsers } from '@tabler/icons-react'

/** The screens of the navigation, in its order. `needs` names the ability without which a screen is locked. */
export const navigation = [{ to: '/customers', label: 'Customers', icon: IconUsers }] as const
