import type { Selectable } from 'kysely'

import type { Signer } from '#contract/documents/documents.ts'
import { fold } from '#contract/values/folding.ts'
import type { DocumentTable } from '#server/platform/db/tables/documents.ts'

/** Who signs a contract for its customer, one after another, each by a link to their own address. */

export const signersOf = ({ signers = '[]' }: { readonly signers?: string }): Signer[] =>
  JSON.parse(signers) as Signer[]

/** Whose turn it is to sign; undefined of one that nobody in particular signs, or that everybody has signed. */
export const nextSigner = (row: Pick<Selectable<DocumentTable>, 'signers' | 'signed'>): Signer | undefined =>
  signersOf(row)[row.signed]

/** Whether they can sign who read the mail of that address alone; undefined for somebody who showed no address. */
export const isTurnOf = ({ email }: Signer, mailbox: string | undefined): boolean =>
  mailbox !== undefined && fold(mailbox) === fold(email)
