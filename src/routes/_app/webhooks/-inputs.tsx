import { NativeSelect, NumberInput, TextInput } from '@mantine/core'

import { bind } from '#src/kit/form.tsx'

export const FormText = bind(TextInput)
export const FormNumber = bind(NumberInput)
export const FormSelect = bind(NativeSelect)
