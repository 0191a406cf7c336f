import { ActionIcon, Group, List, Stack, Text, Title } from '@mantine/core'
import { IconFile, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'

import { type NewCustomer, fieldKey } from '#api/customer-form.ts'
import type { CustomFieldConfig } from '#contract/custom-fields.ts'
import { largestFileBytes } from '#contract/customers.ts'
import { FileDrop } from '#kit/file-drop.tsx'
import { usePastedFiles } from '#kit/pasted-files.ts'
import { byteSize } from '#lib/byte-size.ts'
import { acceptOf, problemOf } from '#lib/file-check.ts'
import { pluralize } from '#lib/pluralize.ts'

import { type FileRules, fileRulesOf, isFile } from './rules.ts'
import type { StepId } from './steps.ts'

interface Props {
  form: Pick<UseFormReturn<NewCustomer, StepId>, 'control' | 'getValues'>
  fields: readonly CustomFieldConfig[]
}

export function FilesStep({ form, fields }: Props) {
  const wanted = fields.filter(isFile)
  if (wanted.length === 0) return <Text>This account doesn’t ask for any files.</Text>
  return (
    <Stack gap="xl">
      {wanted.map((field, at) => (
        <FileField key={field.id} form={form} field={field} isFirst={at === 0} />
      ))}
    </Stack>
  )
}

interface FieldProps extends Pick<Props, 'form'> {
  field: CustomFieldConfig
  isFirst: boolean
}

function FileField({ form: { control, getValues }, field, isFirst }: FieldProps) {
  const section = useRef<HTMLElement>(null)
  const name = `files.${fieldKey(field.id)}` as const
  const input = useController({ control, name })
  const [refused, setRefused] = useState<string[]>([])
  const rules = fileRulesOf(field)
  const files: File[] = input.field.value ?? []

  // In turn: a file given later may be read sooner.
  const lastTaken = useRef(Promise.resolve())
  const take = (added: File[]) => {
    lastTaken.current = lastTaken.current.then(() => check(added))
  }
  const check = async (added: File[]) => {
    const checked = await Promise.all(
      added.map(async (file) => ({ file, problem: await problemOf(file, rules.accepted, largestFileBytes) })),
    )
    const good = checked.filter(({ problem }) => problem === undefined).map(({ file }) => file)
    const problems = checked.flatMap(({ problem }) => problem ?? [])
    // Others may have come or gone while these were looked at.
    const all = merged(getValues(name) ?? [], good, rules)
    if (all.left.length > 0)
      problems.push(
        `Only ${pluralize(rules.most, 'file')} allowed. Not added: ${all.left.map(({ name }) => name).join(', ')}`,
      )
    setRefused(problems)
    if (good.length > 0) input.field.onChange(all.kept)
  }
  // Files are pasted into the field that has the focus, else into the first.
  usePastedFiles((added, into) => {
    const focused = into?.closest('[data-file-field]')
    if (focused ? focused === section.current : isFirst) take(added)
  })

  return (
    <section ref={section} data-file-field>
      <Title order={3} size="h5" dir="auto">
        {field.name} {field.required && <span aria-label="required">*</span>}
      </Title>
      {field.description && (
        <Text size="sm" c="dimmed" mb="xs">
          {field.description}
        </Text>
      )}
      <FileDrop
        label={`Add to ${field.name}`}
        title={rules.most === 1 ? 'Choose a file' : 'Choose files'}
        hint={`Or drag and drop, or paste. ${wordsOf(rules)}`}
        accept={acceptOf(rules.accepted)}
        multiple={rules.most > 1}
        hasCamera={takesPictures(rules)}
        error={input.fieldState.error?.message}
        onFiles={take}
      >
        {files.map((file) => (
          <Group key={`${file.name} ${file.size} ${file.lastModified}`} wrap="nowrap" gap="xs" mb="xs">
            <IconFile size={18} aria-hidden />
            <Text size="sm" truncate flex={1} dir="auto" title={file.name}>
              {file.name}
            </Text>
            <Text size="sm" c="dimmed">
              {byteSize(file.size)}
            </Text>
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={`Remove ${file.name}`}
              onClick={() => input.field.onChange(files.filter((other) => other !== file))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
      </FileDrop>
      <div role="alert">
        {refused.length > 0 && (
          <List size="sm" mt="xs" c="var(--mantine-color-error)">
            {refused.map((text) => (
              <List.Item key={text}>{text}</List.Item>
            ))}
          </List>
        )}
      </div>
    </section>
  )
}

/** A single file is replaced, several are added to; the same file is not taken twice. */
function merged(files: readonly File[], added: readonly File[], { most }: FileRules) {
  if (most === 1) return { kept: added.slice(0, 1), left: added.slice(1) }
  const fresh = added.filter((file) => !files.some((other) => isSame(file, other)))
  const all = [...files, ...fresh]
  return { kept: all.slice(0, most), left: all.slice(most) }
}

const isSame = (a: File, b: File) =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified

function wordsOf({ accepted, most }: FileRules): string {
  const formats =
    accepted.length > 0 ? accepted.map((format) => format.toUpperCase()).join(', ') : 'Any format'
  const count = most === Infinity ? '' : most === 1 ? ', one file' : `, at most ${most} files`
  return `${formats}${count}, up to ${largestFileBytes / 1024 / 1024} MB each.`
}

const pictures = new Set(['png', 'jpg', 'jpeg', 'webp', 'heic'])
const takesPictures = ({ accepted }: FileRules) =>
  accepted.length === 0 || accepted.some((format) => pictures.has(format.toLowerCase().replace(/^\./, '')))
