import { longestText } from '#contract/customers/customers.ts'

/** The props of the inputs for a person’s names, email and phone: the same for a customer and for a contact. */
export const personFields = {
  name: { name: 'name', label: 'First name', maxLength: longestText.person, dir: 'auto' },
  lastName: { name: 'last_name', label: 'Last name', maxLength: longestText.person, dir: 'auto' },
  email: { name: 'email', label: 'Email', type: 'email', inputMode: 'email', maxLength: longestText.email },
  phone: { name: 'phone', label: 'Phone', type: 'tel', inputMode: 'tel', maxLength: longestText.person },
} as const
