import {
  type Icon,
  IconAlignLeft,
  IconForms,
  IconListCheck,
  IconPaperclip,
  IconQuestionMark,
} from '@tabler/icons-react'

import { fieldType } from '#contract/customers/custom-fields.ts'

interface FieldTypeWords {
  readonly label: string
  readonly hint: string
  readonly icon: Icon
}

const known: Readonly<Record<number, FieldTypeWords>> = {
  [fieldType.text]: { label: 'Text', hint: 'One line, such as a customer number', icon: IconForms },
  [fieldType.textArea]: { label: 'Long text', hint: 'Several lines', icon: IconAlignLeft },
  [fieldType.select]: { label: 'Select', hint: 'One of several options', icon: IconListCheck },
  [fieldType.file]: { label: 'Files', hint: 'One or more uploaded files', icon: IconPaperclip },
}

/** Returns what people call a type of field. */
export const fieldTypeWords = (type: number): FieldTypeWords =>
  known[type] ?? {
    label: `Unsupported (type ${type})`,
    hint: 'This type can’t be filled in here. Customers keep the values they have.',
    icon: IconQuestionMark,
  }

/** The types to choose from, and the one that the field has. */
export const typeChoices = (current: number): { value: string; label: string }[] =>
  [...Object.keys(known).map(Number), ...(current in known ? [] : [current])].map((type) => ({
    value: String(type),
    label: fieldTypeWords(type).label,
  }))
