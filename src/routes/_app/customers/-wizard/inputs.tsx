import { NativeSelect, TextInput, Textarea } from '@mantine/core'

import { bind } from '#kit/form.tsx'

export const FormText = bind(TextInput)
export const FormTextarea = bind(Textarea)
export const FormSelect = bind(NativeSelect)
