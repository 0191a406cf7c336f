import {
  Alert,
  Button,
  FileButton,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Textarea,
  Title,
} from '@mantine/core'

import { type CustomFieldConfig, fieldType } from '#contract/custom-fields.ts'
import { businessKeys } from '#contract/customers.ts'

import { drawInitials } from '../../../../lib/initials-photo.ts'
import { hueOf, initials } from '../../../../lib/names.ts'
import { businessTitle } from '../-business-title.ts'
import { PermissionMatrix } from '../-permission-matrix.tsx'
import { presets } from '../-permission-rules.ts'
import { type Draft, type Problems, filesName, isSupported, textName } from './draft.ts'
import { PhotoPreview } from './photo-preview.tsx'

interface StepProps {
  draft: Draft
  problems: Problems
  onChange: (draft: Draft) => void
}

const personInputs = [
  { key: 'name', label: 'First name', autoComplete: 'off', type: 'text' },
  { key: 'last_name', label: 'Last name', autoComplete: 'off', type: 'text' },
  { key: 'email', label: 'Email', autoComplete: 'off', type: 'email' },
  { key: 'phone', label: 'Phone', autoComplete: 'off', type: 'tel' },
] as const

export function PersonStep({ draft, problems, onChange }: StepProps) {
  const name = `${draft.person.name} ${draft.person.last_name}`.trim()
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {personInputs.map(({ key, label, ...rest }) => (
          <TextInput
            key={key}
            {...rest}
            label={label}
            required
            value={draft.person[key]}
            error={problems[key]}
            onChange={({ currentTarget }) =>
              onChange({ ...draft, person: { ...draft.person, [key]: currentTarget.value } })
            }
          />
        ))}
      </SimpleGrid>
      <Group align="center">
        <PhotoPreview photo={draft.photo} name={name} />
        <Stack gap="xs">
          <Group gap="xs">
            <FileButton
              accept="image/png,image/jpeg,image/webp,image/gif"
              onChange={(photo) => photo && onChange({ ...draft, photo })}
            >
              {(props) => (
                <Button {...props} variant="default">
                  Choose a photo
                </Button>
              )}
            </FileButton>
            <Button
              variant="light"
              disabled={name === ''}
              onClick={() =>
                void drawInitials(initials(name), hueOf(name)).then((photo) => onChange({ ...draft, photo }))
              }
            >
              Draw from initials
            </Button>
          </Group>
          <Text
            size="sm"
            c={problems['profile_photo_path'] ? 'var(--mantine-color-error)' : 'dimmed'}
            role={problems['profile_photo_path'] ? 'alert' : undefined}
          >
            {problems['profile_photo_path'] ?? 'PNG, JPEG, WebP or GIF, at most 5 MB'}
          </Text>
        </Stack>
      </Group>
    </Stack>
  )
}

export function BusinessStep({ draft, problems, onChange, hasAddress }: StepProps & { hasAddress: boolean }) {
  const shown = hasAddress ? businessKeys : businessKeys.slice(0, 1)
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {shown.map((key) => (
        <TextInput
          key={key}
          label={businessTitle[key]}
          required={key === 'company_name'}
          value={draft.business[key] ?? ''}
          error={problems[`business_information[${key}]`]}
          onChange={({ currentTarget }) =>
            onChange({ ...draft, business: { ...draft.business, [key]: currentTarget.value } })
          }
        />
      ))}
    </SimpleGrid>
  )
}

export function FieldsStep({
  draft,
  problems,
  onChange,
  fields,
}: StepProps & { fields: readonly CustomFieldConfig[] }) {
  const groups = Map.groupBy(
    fields.filter(({ type }) => type !== fieldType.file),
    ({ group }) => group ?? 'More',
  )
  if (groups.size === 0) return <Text>This account has no custom fields.</Text>
  return (
    <Stack gap="lg">
      {[...groups].map(([group, some]) => (
        <Stack key={group}>
          <Title order={3} size="h4">
            {group}
          </Title>
          {some.map((field) => (
            <FieldInput
              key={field.id}
              field={field}
              value={draft.texts[field.id] ?? ''}
              error={problems[textName(field.id)]}
              onChange={(value) => onChange({ ...draft, texts: { ...draft.texts, [field.id]: value } })}
            />
          ))}
        </Stack>
      ))}
    </Stack>
  )
}

interface FieldInputProps {
  field: CustomFieldConfig
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

function FieldInput({ field, value, error, onChange }: FieldInputProps) {
  const shared = {
    label: field.name,
    description: field.description,
    required: field.required,
    value,
    error,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
  }
  const placeholder = field.placeholder ?? ''
  if (!isSupported(field)) {
    return (
      <Alert variant="light" color="gray" title={field.name}>
        This kind of field cannot be filled in here yet.
      </Alert>
    )
  }
  if (field.type === fieldType.textArea)
    return <Textarea {...shared} placeholder={placeholder} autosize minRows={3} />
  if (field.type === fieldType.select) {
    const options = (field.fields?.options ?? []).filter((option) => option !== null)
    return <NativeSelect {...shared} data={[{ value: '', label: 'Choose …' }, ...options]} />
  }
  return <TextInput {...shared} placeholder={placeholder} />
}

export function FilesStep({
  draft,
  problems,
  onChange,
  fields,
}: StepProps & { fields: readonly CustomFieldConfig[] }) {
  const wanted = fields.filter(({ type }) => type === fieldType.file)
  if (wanted.length === 0) return <Text>No files are asked for.</Text>
  return (
    <Stack gap="lg">
      {wanted.map((field) => {
        const files = draft.files[field.id] ?? []
        const config = field.fields?.fileConfig
        const put = (next: readonly File[]) =>
          onChange({ ...draft, files: { ...draft.files, [field.id]: next } })
        return (
          <Stack key={field.id} gap="xs">
            <Title order={3} size="h5">
              {field.name}
            </Title>
            <Text size="sm" c="dimmed">
              {config
                ? `${config.acceptFile.join(', ')} · at most ${config.allowMultiple ? config.maxFiles : 1}`
                : 'Any file'}
            </Text>
            {files.map((file) => (
              <Group key={`${file.name} ${file.size}`} justify="space-between">
                <Text size="sm">{file.name}</Text>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={`Remove ${file.name}`}
                  onClick={() => put(files.filter((other) => other !== file))}
                >
                  Remove
                </Button>
              </Group>
            ))}
            <FileButton
              multiple
              accept={config?.acceptFile.map((format) => `.${format}`).join(',') ?? '*'}
              onChange={(more) => put([...files, ...more])}
            >
              {(props) => (
                <Button {...props} variant="default" w="fit-content" aria-label={`Add to ${field.name}`}>
                  Add files
                </Button>
              )}
            </FileButton>
            {problems[filesName(field.id)] && (
              <Text size="sm" c="var(--mantine-color-error)" role="alert">
                {problems[filesName(field.id)]}
              </Text>
            )}
          </Stack>
        )
      })}
    </Stack>
  )
}

const presetTitle = { none: 'None', view: 'View only', full: 'Full access' } as const

export function PermissionsStep({ draft, onChange }: StepProps) {
  return (
    <Stack>
      <Group gap="xs">
        {(['none', 'view', 'full'] as const).map((preset) => (
          <Button
            key={preset}
            size="sm"
            variant="default"
            onClick={() => onChange({ ...draft, permissions: presets[preset] })}
          >
            {presetTitle[preset]}
          </Button>
        ))}
      </Group>
      <PermissionMatrix
        granted={draft.permissions}
        onChange={(permissions) => onChange({ ...draft, permissions })}
      />
    </Stack>
  )
}
