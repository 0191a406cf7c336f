import * as z from 'zod/mini'

import { pageDefaults, pageSearch } from '#lib/page-search.ts'

/** Which credentials the address means. */
export const CredentialSearch = z.object({
  ...pageSearch,
  state: z.catch(z.optional(z.literal('revoked')), undefined),
})
export type CredentialSearch = z.infer<typeof CredentialSearch>

export { pageDefaults as credentialDefaults }
