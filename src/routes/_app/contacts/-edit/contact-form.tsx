import type { ReactNode } from 'react'

import { RecordForm } from '#kit/record-form.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import type { RecordEditor } from '#kit/use-record-form.ts'

import { ContactInputs } from './contact-inputs.tsx'
import type { ContactValues } from './contact-values.ts'

interface Props {
  title: string
  subtitle?: ReactNode
  saveLabel: string
  isNew?: boolean
  editor: RecordEditor<ContactValues>
  /** The link that leads back without saving. */
  cancel: ReactNode
}

/** The page of a contact's form, for a new one and for one that exists. */
export const ContactForm = ({ editor, ...rest }: Props) => (
  <RecordForm record="contact" editor={editor} {...rest}>
    <SectionCard title="Contact">
      <ContactInputs control={editor.form.control} />
    </SectionCard>
  </RecordForm>
)
