import { Anchor, Card, Grid, Group, Image, Stack, Table, Text, Timeline, Title } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'

import { type CustomField, type StoredFile, fieldType } from '#contract/custom-fields.ts'
import { type Customer, businessKeys } from '#contract/customers.ts'

import { customers } from '../../../api/customers.ts'
import { ButtonLink } from '../../../kit/link.tsx'
import { PageHeader } from '../../../kit/page-header.tsx'
import { PersonAvatar } from '../../../kit/person-avatar.tsx'
import { dayOf, timeOf } from '../../../lib/dates.ts'
import { ownUrl } from '../../../lib/own-url.ts'
import { businessTitle } from './-business-title.ts'
import { PermissionMatrix } from './-permission-matrix.tsx'
import { grantedIn } from './-permission-rules.ts'

export const Route = createFileRoute('/_app/customers/$id')({
  loader: ({ context, params }) => context.queryClient.ensureQueryData(customers.one(Number(params.id))),
  component: CustomerPage,
})

function CustomerPage() {
  const { id } = Route.useParams()
  const { data: customer } = useSuspenseQuery(customers.one(Number(id)))
  const name = `${customer.name} ${customer.last_name}`
  return (
    <>
      <PageHeader
        title={name}
        subtitle={customer.business_information.company_name ?? ''}
        actions={
          <>
            <ButtonLink to="/customers" variant="default">
              Back to the list
            </ButtonLink>
            <ButtonLink to="/customers/new" search={{ template: customer.id }} variant="light">
              Use as template
            </ButtonLink>
          </>
        }
      />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack>
            <Who customer={customer} name={name} />
            <CustomValues fields={customer.custom_fields} />
            <Card withBorder>
              <Title order={2} size="h4" mb="sm">
                Permissions
              </Title>
              <PermissionMatrix granted={grantedIn(customer.permissions)} readOnly />
            </Card>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <History customer={customer} />
        </Grid.Col>
      </Grid>
    </>
  )
}

function Who({ customer, name }: { customer: Customer; name: string }) {
  const facts = [
    ['Email', customer.email],
    ['Phone', customer.phone],
    ...businessKeys.map((key) => [businessTitle[key], customer.business_information[key] ?? ''] as const),
  ].filter(([, value]) => value !== '')
  return (
    <Card withBorder>
      <Group align="flex-start" gap="lg">
        <PersonAvatar
          name={name}
          src={customer.profile_photo_path && ownUrl(customer.profile_photo_path)}
          size={96}
        />
        <Table flex={1} miw={240} withRowBorders={false} verticalSpacing={4}>
          <Table.Tbody>
            {facts.map(([label, value]) => (
              <Table.Tr key={label}>
                <Table.Th scope="row" w={130} fw={500} c="dimmed">
                  {label}
                </Table.Th>
                <Table.Td>{value}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Group>
    </Card>
  )
}

function CustomValues({ fields }: { fields: readonly CustomField[] }) {
  const filled = fields.filter((field) => field.custom_field_values.length > 0)
  if (filled.length === 0) return null
  return (
    <>
      {[...Map.groupBy(filled, ({ group }) => group)].map(([group, some]) => (
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
                    <Text
                      key={id}
                      dir="auto"
                      style={field.type === fieldType.textArea ? { whiteSpace: 'pre-wrap' } : {}}
                    >
                      {value}
                    </Text>
                  ),
                )}
              </div>
            ))}
          </Stack>
        </Card>
      ))}
    </>
  )
}

function Files({ files }: { files: readonly StoredFile[] }) {
  return (
    <Group gap="sm" mt={4}>
      {files.map(({ name, path }) => (
        <Anchor key={path} href={ownUrl(path)} target="_blank" rel="noopener" size="sm">
          {/\.(png|jpe?g|webp|gif)$/i.test(name) && (
            <Image src={`${ownUrl(path)}?size=256`} alt="" w={96} h={96} radius="sm" mb={4} loading="lazy" />
          )}
          {name}
        </Anchor>
      ))}
    </Group>
  )
}

function History({ customer: { notes, activity_log } }: { customer: Customer }) {
  const entries = [
    ...notes.map((note) => ({ key: `note-${note.id}`, text: note.note, ...note })),
    ...activity_log.map((entry) => ({ key: `entry-${entry.id}`, text: entry.subject_title, ...entry })),
  ].toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1))
  return (
    <Card withBorder>
      <Title order={2} size="h4" mb="md">
        What happened
      </Title>
      {entries.length === 0 && <Text c="dimmed">Nothing yet.</Text>}
      <Timeline bulletSize={14} lineWidth={2}>
        {entries.map((entry) => (
          <Timeline.Item key={entry.key} title={entry.description}>
            <Text size="sm" dir="auto">
              {entry.text}
            </Text>
            <Text size="xs" c="dimmed">
              {dayOf(entry.created_at)}, {timeOf(entry.created_at)} · {entry.caused_by}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </Card>
  )
}
