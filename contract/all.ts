import { listCustomFields } from './custom-fields.ts'
import { createCustomer, deleteCustomers, listCustomers, showCustomer } from './customers.ts'
import type { Endpoint } from './endpoint.ts'
import { setUp, showEntrance, showSession, signIn, signOut, switchAccount } from './session.ts'

/** Every endpoint. The service mounts exactly these, and the tests loop over them. */
export const all: readonly Endpoint[] = [
  listCustomFields,
  listCustomers,
  showCustomer,
  createCustomer,
  deleteCustomers,
  showSession,
  showEntrance,
  signIn,
  signOut,
  switchAccount,
  setUp,
]
