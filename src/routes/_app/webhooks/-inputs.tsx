import { NumberInput, TextInput } from '@mantine/core'

import { bind } from '#kit/form.tsx'
import { Select } from '#kit/select.tsx'

/** The inputs of the webhook forms, tied to a form by `control` and `name`. */
export const FormText = bind(TextInput)
export const FormNumber = bind(NumberInput)
export const FormSelect = bind(Select)
