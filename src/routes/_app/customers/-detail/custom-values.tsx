import { Anchor, Card, Group, Image, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconFile, IconFileTypePdf, IconFileZip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { files } from '#api/files.ts'
import { type CustomField, type StoredFile, fieldType } from '#contract/custom-fields.ts'
import { CopyIcon } from '#kit/copy-button.tsx'
import { byteSize } from '#lib/byte-size.ts'
import { ownUrl } from '#lib/own-url.ts'

/** The custom fields that have a value, by group. */
export function CustomValues({ fields }: { fields: readonly CustomField[] }) {
  const filled = fields.filter((field) => field.custom_field_values.length > 0)
  return [...Map.groupBy(filled, ({ group }) => group)].map(([group, some]) => (
    <Card withBorder key={group}>
      <Title order={2} size="h4" mb="sm">
        {group}
      </Title>
      <Stack gap="sm">
        {some.map((field) => (
          <div key={field.id}>
            <Text size="sm" c="dimmed">
              {field.name}
            </Text>
            {field.custom_field_values.map(({ id, value }) =>
              Array.isArray(value) ? (
                <Files key={id} files={value} />
              ) : (
                <Value key={id} field={field} value={value ?? ''} />
              ),
            )}
          </div>
        ))}
      </Stack>
    </Card>
  ))
}

const known = new Set<number>(Object.values(fieldType))

function Value({ field, value }: { field: CustomField; value: string }) {
  if (!known.has(field.type))
    return (
      <Text size="sm" fs="italic" dir="auto">
        {value} (unsupported field type)
      </Text>
    )
  const isLong = field.type === fieldType.textArea
  return (
    <Group gap={4} wrap="nowrap" align="flex-start">
      <Text
        size="sm"
        dir="auto"
        style={{ overflowWrap: 'anywhere', ...(isLong ? { whiteSpace: 'pre-wrap' } : {}) }}
      >
        {value}
      </Text>
      <CopyIcon text={value} label={field.name} />
    </Group>
  )
}

function Files({ files: some }: { files: readonly StoredFile[] }) {
  return (
    <Group gap="sm" mt={4} align="stretch">
      {some.map(({ name, path }) => (
        <StoredFileLink key={path} name={name} url={ownUrl(path)} />
      ))}
    </Group>
  )
}

/** A file whose address can't be opened keeps its name and has no link. */
function StoredFileLink({ name, url }: { name: string; url: string | null }) {
  const { data: bytes } = useQuery({ ...files.size(url ?? ''), enabled: url?.startsWith('/') ?? false })
  const isPicture = /\.(png|jpe?g|webp|gif)$/i.test(name)
  return (
    <Anchor href={url ?? undefined} target="_blank" rel="noopener" size="sm" w={112}>
      {isPicture && url !== null ? (
        <Image src={`${url}?size=256`} alt="" w={112} h={96} radius="sm" mb={4} loading="lazy" fit="cover" />
      ) : (
        <ThemeIcon variant="light" w={112} h={96} radius="sm" mb={4} aria-hidden>
          <Icon name={name} />
        </ThemeIcon>
      )}
      <Text size="sm" lineClamp={2} inherit style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      {bytes != null && (
        <Text size="xs" c="dimmed">
          {byteSize(bytes)}
        </Text>
      )}
    </Anchor>
  )
}

function Icon({ name }: { name: string }) {
  const Shape = /\.pdf$/i.test(name) ? IconFileTypePdf : /\.(zip|gz|7z)$/i.test(name) ? IconFileZip : IconFile
  return <Shape size={36} stroke={1.3} />
}
