import { Stack, Table, Text } from '@mantine/core'

import type { CustomFieldConfig } from '#contract/custom-fields.ts'
import { businessKeys } from '#contract/customers.ts'

import { businessTitle } from '../-business-title.ts'
import { sentence } from '../-permission-rules.ts'
import type { Draft } from './draft.ts'
import { PhotoPreview } from './photo-preview.tsx'

/** All that will be sent, once more. */
export function Review({ draft, fields }: { draft: Draft; fields: readonly CustomFieldConfig[] }) {
  const name = `${draft.person.name} ${draft.person.last_name}`
  const rows = [
    ['Name', name],
    ['Email', draft.person.email],
    ['Phone', draft.person.phone],
    ...businessKeys.map((key) => [businessTitle[key], draft.business[key] ?? ''] as const),
    ...fields.map((field) => {
      const files = draft.files[field.id] ?? []
      return [
        field.name,
        files.length > 0 ? files.map((file) => file.name).join(', ') : (draft.texts[field.id] ?? ''),
      ] as const
    }),
  ].filter(([, value]) => value.trim() !== '')
  return (
    <Stack>
      <PhotoPreview photo={draft.photo} name={name} />
      <Table withRowBorders={false}>
        <Table.Tbody>
          {rows.map(([label, value]) => (
            <Table.Tr key={label}>
              <Table.Th scope="row" w={200} fw={500} c="dimmed">
                {label}
              </Table.Th>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text>{sentence(draft.permissions)}</Text>
    </Stack>
  )
}
