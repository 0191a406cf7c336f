import { ActionIcon, Group, List, Stack, Text, Title } from '@mantine/core'
import { IconFile, IconFileTypePdf, IconX } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { type Control, type UseFormGetValues, useController } from 'react-hook-form'

import { type NewCustomer, fieldKey } from '#api/customer-form.ts'
import type { CustomFieldConfig, StoredFile } from '#contract/customers/custom-fields.ts'
import { largestFileBytes } from '#contract/customers/customers.ts'
import { FileDrop } from '#kit/file-drop.tsx'
import { usePastedFiles } from '#kit/pasted-files.ts'
import { byteSize } from '#lib/byte-size.ts'
import { acceptOf, problemOf } from '#lib/file-check.ts'
import { listText } from '#lib/locale.ts'
import { ownUrl, thumbnailUrl } from '#lib/own-url.ts'
import { pluralize } from '#lib/pluralize.ts'

import { type FileRules, fileRulesOf, isFile } from './field-config.ts'
import { FileImage } from './file-preview.tsx'

import classes from './file-inputs.module.css'

interface Props {
  control: Control<NewCustomer>
  getValues: UseFormGetValues<NewCustomer>
  fields: readonly CustomFieldConfig[]
}

/** One place to add files for each of the account's file fields. */
export function FileInputs({ fields, ...form }: Props) {
  return (
    <Stack gap="xl">
      {fields.filter(isFile).map((field, index) => (
        <FileInput key={field.id} {...form} field={field} isFirst={index === 0} />
      ))}
    </Stack>
  )
}

interface InputProps extends Pick<Props, 'control' | 'getValues'> {
  field: CustomFieldConfig
  isFirst: boolean
}

function FileInput({ control, getValues, field, isFirst }: InputProps) {
  const section = useRef<HTMLElement>(null)
  const name = `files.${fieldKey(field.id)}` as const
  const input = useController({ control, name })
  const keptName = `kept.${fieldKey(field.id)}` as const
  const kept = useController({ control, name: keptName })
  const rules = fileRulesOf(field)
  const { refused, add } = useFileChecks(rules, {
    current: () => getValues(name) ?? [],
    kept: () => getValues(keptName)?.length ?? 0,
    onChange: (files) => {
      // A single file is replaced.
      if (rules.most === 1) kept.field.onChange([])
      input.field.onChange(files)
    },
  })
  const stored = kept.field.value ?? []
  const files: File[] = input.field.value ?? []
  // Files are pasted into the field that has the focus, else into the first.
  usePastedFiles((added, into) => {
    const focused = into?.closest('[data-file-field]')
    if (focused ? focused === section.current : isFirst) add(added)
  })

  return (
    <section ref={section} data-file-field>
      <Title order={3} size="h5" dir="auto">
        {field.name} {field.required && <span aria-label="required">*</span>}
      </Title>
      {field.description && (
        <Text size="sm" c="dimmed">
          {field.description}
        </Text>
      )}
      <Stack gap="xs" mt="xs">
        <FileDrop
          label={`Add to ${field.name}`}
          title={rules.most === 1 ? 'Choose a file' : 'Choose files'}
          hint={`Or drag and drop, or paste. ${describeFileRules(rules)}`}
          accept={acceptOf(rules.accepted)}
          multiple={rules.most > 1}
          hasCamera={takesPictures(rules)}
          error={input.fieldState.error?.message}
          onFiles={add}
        />
        {stored.map((file) => (
          <StoredRow
            key={file.path}
            file={file}
            onRemove={() => kept.field.onChange(stored.filter((other) => other !== file))}
          />
        ))}
        {files.map((file) => (
          <FileRow
            key={`${file.name} ${file.size} ${file.lastModified}`}
            file={file}
            onRemove={() => input.field.onChange(files.filter((other) => other !== file))}
          />
        ))}
      </Stack>
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

const isImage = (name: string) => /\.(png|jpe?g|webp|gif)$/i.test(name)

function FileRow({ file, onRemove }: { file: File; onRemove: () => void }) {
  return (
    <Row
      name={file.name}
      detail={byteSize(file.size)}
      image={isImage(file.name) && <FileImage file={file} alt="" className={classes.image} />}
      onRemove={onRemove}
    />
  )
}

/** A file that the customer has already. */
function StoredRow({ file: { name, path }, onRemove }: { file: StoredFile; onRemove: () => void }) {
  const url = ownUrl(path)
  return (
    <Row
      name={name}
      detail="Uploaded"
      image={isImage(name) && url && <img src={thumbnailUrl(url, 64)} alt="" className={classes.image} />}
      onRemove={onRemove}
    />
  )
}

interface RowProps {
  name: string
  detail: string
  image: ReactNode
  onRemove: () => void
}

function Row({ name, detail, image, onRemove }: RowProps) {
  const Icon = /\.pdf$/i.test(name) ? IconFileTypePdf : IconFile
  return (
    <Group wrap="nowrap" gap="sm" className={classes.row}>
      <span className={classes.thumbnail}>{image || <Icon size={20} stroke={1.5} aria-hidden />}</span>
      <div className={classes.text}>
        <Text size="sm" truncate dir="auto" title={name}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {detail}
        </Text>
      </div>
      <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${name}`} onClick={onRemove}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

/** Checks files before they become part of the form, and says why some didn't. */
function useFileChecks(
  rules: FileRules,
  value: { current: () => readonly File[]; kept: () => number; onChange: (files: File[]) => void },
) {
  const [refused, setRefused] = useState<string[]>([])
  // One after another: a file that was added later may be read sooner.
  const lastCheck = useRef(Promise.resolve())
  const check = async (added: File[]) => {
    const checked = await Promise.all(
      added.map(async (file) => ({ file, problem: await problemOf(file, rules.accepted, largestFileBytes) })),
    )
    const good = checked.filter(({ problem }) => problem === undefined).map(({ file }) => file)
    const problems = checked.flatMap(({ problem }) => problem ?? [])
    // Others may have been added or removed while these were read.
    const { files, left } = merged(value.current(), good, rules.most === 1 ? 1 : rules.most - value.kept())
    if (left.length > 0)
      problems.push(
        `Only ${pluralize(rules.most, 'file')} allowed. Not added: ${left.map(({ name }) => name).join(', ')}`,
      )
    setRefused(problems)
    if (good.length > 0) value.onChange(files)
  }
  return {
    refused,
    add: (added: File[]) => {
      lastCheck.current = lastCheck.current.then(() => check(added))
    },
  }
}

/** A single file is replaced, several are added to; the same file is not taken twice. */
function merged(files: readonly File[], added: readonly File[], most: number) {
  if (most === 1) return { files: added.slice(0, 1), left: added.slice(1) }
  const fresh = added.filter((file) => !files.some((other) => isSame(file, other)))
  const all = [...files, ...fresh]
  return { files: all.slice(0, most), left: all.slice(most) }
}

const isSame = (a: File, b: File) =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified

function describeFileRules({ accepted, most }: FileRules): string {
  const formats =
    accepted.length > 0
      ? listText(
          accepted.map((format) => format.toUpperCase()),
          'or',
        )
      : 'Any format'
  const largest = `up to ${largestFileBytes / 1024 / 1024} MB`
  if (most === 1) return `${formats}, ${largest}.`
  return `${formats}, ${most === Infinity ? '' : `at most ${most} files, `}${largest} each.`
}

const pictures = new Set(['png', 'jpg', 'jpeg', 'webp', 'heic'])
const takesPictures = ({ accepted }: FileRules) =>
  accepted.length === 0 || accepted.some((format) => pictures.has(format.toLowerCase().replace(/^\./, '')))
