import type { ReactNode } from 'react'

import type { CredentialValues } from '#api/credential-form.ts'
import type { Grantable } from '#contract/access/credentials.ts'
import type { Way } from '#kit/back-link.tsx'
import { RecordForm } from '#kit/record-form.tsx'
import { prepareToasts } from '#kit/toast.ts'
import type { RecordEditor } from '#kit/use-record-form.ts'

import { CredentialInputs } from './credential-inputs.tsx'

// Here and not in the files of the routes, which every screen loads.
prepareToasts()

interface Props {
  title: string
  subtitle?: ReactNode
  saveLabel?: string
  isNew?: boolean
  editor: RecordEditor<CredentialValues>
  grantable: Grantable
  back: Way
}

/** The page of a credential’s form, for a new one and for one that exists. */
export const CredentialForm = ({ editor, grantable, isNew = false, ...rest }: Props) => (
  <RecordForm record="credential" editor={editor} isNew={isNew} isWide {...rest}>
    <CredentialInputs form={editor.form} grantable={grantable} isNew={isNew} />
  </RecordForm>
)
