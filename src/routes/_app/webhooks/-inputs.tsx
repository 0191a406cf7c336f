import { NativeSelect, NumberInput, TextInput } from '@mantine/core'

import { bind } from '#kit/form.tsx'

export const FormText = bind(TextInput)
export const FormNumber = bind(NumberInput)
export const FormSelect = bind(NativeSelect)
