import { NumberInput, TextInput } from '@mantine/core'

import { bind } from '#kit/form.tsx'
import { Select } from '#kit/select.tsx'

export const FormText = bind(TextInput)
export const FormNumber = bind(NumberInput)
export const FormSelect = bind(Select)
