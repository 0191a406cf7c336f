import { Button, Group, Table } from '@mantine/core'
import {
  type Icon,
  IconAlertTriangle,
  IconChevronRight,
  IconDownload,
  IconKey,
  IconLogin2,
  IconPlus,
  IconSettings,
  IconSignature,
  IconTrash,
  IconUsersGroup,
  IconWebhook,
} from '@tabler/icons-react'

import type { AuditEntry } from '#contract/account/audit.ts'
import { Fact, FactList, FactState } from '#kit/facts.tsx'
import { RelativeTime } from '#kit/relative-time.tsx'
import { momentOf } from '#lib/dates.ts'

import { Disclosure } from '../-api/disclosure.tsx'
import type { AuditSearch } from './audit-search.ts'
import { sentenceOf } from './audit-words.ts'
import { fieldLabel, valueText } from './change-words.ts'

import classes from './audit-log.module.css'

interface Props {
  entry: AuditEntry
  onFilter: (filter: AuditSearch) => void
}

const icons: Readonly<Record<string, Icon>> = {
  sign_in: IconLogin2,
  people: IconUsersGroup,
  credentials: IconKey,
  settings: IconSettings,
  webhooks: IconWebhook,
  exports: IconDownload,
  answers: IconSignature,
  creations: IconPlus,
  deletions: IconTrash,
}

const failures: ReadonlySet<string> = new Set([
  'sign_in.failed',
  'sign_in.throttled',
  'own_sign_in.throttled',
  'password.check_failed',
  'webhook.disabled',
])

/** One line of the audit log, with everything known about it on request. */
export function AuditRow({ entry, onFilter }: Props) {
  const { actor, action, group, at } = entry
  const isFailure = failures.has(action)
  const Icon = isFailure ? IconAlertTriangle : (icons[group] ?? IconSettings)
  const [before, target, after] = sentenceOf(entry)
  return (
    <Disclosure
      className={classes['entry']}
      summary={
        <span className={classes['line']}>
          <Icon className={classes['icon']} data-failure={isFailure || undefined} size={18} aria-hidden />
          <span className={classes['sentence']}>
            <strong dir="auto">{actor.name}</strong> {before}
            {target !== '' && <strong dir="auto">{target}</strong>}
            {after}
          </span>
          <span className={classes['time']}>
            <RelativeTime datetime={at} />
          </span>
          <IconChevronRight className={classes['chevron']} size={16} aria-hidden />
        </span>
      }
    >
      <Details entry={entry} onFilter={onFilter} />
    </Disclosure>
  )
}

function Details({ entry, onFilter }: Props) {
  const { actor, target, changes, address, request_id, at } = entry
  const who = actor.id === null ? actor.kind : `${actor.kind}:${actor.id}`
  const what = target && target.id !== null ? `${target.kind}:${target.id}` : undefined
  return (
    <div className={classes['details']}>
      {changes && <ChangeTable changes={changes} />}
      <FactList>
        <FactState label="Time">{momentOf(at)}</FactState>
        <FactState label="By">{actorText(actor)}</FactState>
        <Fact label="Address" value={address} />
        <Fact label="Request ID" value={request_id} />
      </FactList>
      <Group gap="xs">
        <Button variant="default" size="compact-sm" onClick={() => onFilter({ actor: who })}>
          Everything by {actor.name}
        </Button>
        {target && what !== undefined && (
          <Button variant="default" size="compact-sm" onClick={() => onFilter({ target: what })}>
            Everything about {target.name}
          </Button>
        )}
      </Group>
    </div>
  )
}

const kinds: Readonly<Record<string, string>> = {
  staff: 'Signed in',
  token: 'API token',
  key: 'API key',
  command: 'A command on the server',
  system: 'Automatic',
  anonymous: 'Not signed in',
}

function actorText({ kind, name }: AuditEntry['actor']): string {
  const how = kinds[kind] ?? kind
  return kind === 'anonymous' || kind === 'command' || kind === 'system'
    ? how
    : `${name} (${how.toLowerCase().replace('api', 'API')})`
}

/** Changes field by field. A side that is empty everywhere is left out. */
function ChangeTable({ changes }: { changes: NonNullable<AuditEntry['changes']> }) {
  const rows = Object.entries(changes).map(([name, { from, to }]) => ({
    name,
    label: fieldLabel(name),
    before: valueText(name, from),
    after: valueText(name, to),
  }))
  const hasBefore = rows.some(({ before }) => before !== '')
  const hasAfter = rows.some(({ after }) => after !== '')
  return (
    <div className={classes['changes']}>
      <Table withTableBorder verticalSpacing={6} aria-label="Changes">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Field</Table.Th>
            {hasBefore && <Table.Th>Before</Table.Th>}
            {hasAfter && <Table.Th>After</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ name, label, before, after }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{label}</Table.Th>
              {hasBefore && <Table.Td dir="auto">{before || '–'}</Table.Td>}
              {hasAfter && <Table.Td dir="auto">{after || '–'}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
