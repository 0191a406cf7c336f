import { IconCircleCheck } from '@tabler/icons-react'

import type { OverviewData } from '#api/computed-overview.ts'
import type { FollowUpPage } from '#contract/customers/notes.ts'
import { EmptyState } from '#kit/empty-state.tsx'
import { ButtonLink, TextLink } from '#kit/link.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { dayCount, dayText, daysBetween, todayOf } from '#lib/calendar.ts'
import { numberText, relativeText } from '#lib/locale.ts'
import { money } from '#lib/money.ts'
import { pluralize } from '#lib/pluralize.ts'
import { addDays } from '#lib/typed-date.ts'
import { endpointLines, endpointName } from '#parts/webhooks/endpoint-name.ts'

import { AttentionGroup, AttentionRow } from './-attention-group.tsx'
import { countOf, unmarkedCount } from './-figures.ts'
import { FollowUps } from './-follow-ups.tsx'
import { RemindButton } from './-remind-button.tsx'

import rows from './-rows.module.css'

const overdueShown = 5
const othersShown = 3

interface Props {
  overview: OverviewData
  managesSettings: boolean
  /** Whether reminders can be emailed. */
  canRemind: boolean
  /** Undefined where there are no notes, null while they load. */
  followUps: FollowUpPage | null | undefined
  canManageCustomers: boolean
}

/** Tasks that need attention, the most urgent first, each with an action. */
export function Attention({ overview, managesSettings, canRemind, followUps, canManageCustomers }: Props) {
  const { overdue, stale_drafts, failing_webhooks, agreed_documents: agreed } = overview
  const isCalm =
    followUps !== null &&
    !followUps?.data.length &&
    overdue.length === 0 &&
    unmarkedCount(overview) <= 0 &&
    stale_drafts.count === 0 &&
    !agreed?.count &&
    (!managesSettings || failing_webhooks.length === 0)
  return (
    <SectionCard title="Needs attention" isFlush>
      {isCalm ? (
        <EmptyState icon={IconCircleCheck} title="Nothing needs attention" isSmall>
          You’re all caught up.
        </EmptyState>
      ) : (
        <>
          <Overdue overview={overview} canRemind={canRemind} />
          {managesSettings && <FailingWebhooks overview={overview} />}
          {agreed && <AgreedDocuments agreed={agreed} today={overview.today} />}
          {followUps && (
            <FollowUps followUps={followUps} today={overview.today} canManage={canManageCustomers} />
          )}
          <StaleDrafts overview={overview} />
        </>
      )}
    </SectionCard>
  )
}

function Overdue({ overview, canRemind }: Pick<Props, 'overview' | 'canRemind'>) {
  const count = countOf(overview, 'overdue')
  const unmarked = unmarkedCount(overview)
  if (count === 0 && unmarked <= 0) return null
  return (
    <AttentionGroup
      title="Overdue invoices"
      tone="bad"
      all={
        count > 0 && (
          <TextLink to="/invoices" search={{ status: 'overdue' }} size="sm">
            {count > 1 ? `View all ${numberText(count)}` : 'View in list'}
          </TextLink>
        )
      }
      note={
        unmarked > 0 && (
          <>
            <TextLink
              to="/invoices"
              search={{ status: 'sent', to: addDays(overview.today, -1), sort: 'due_date' }}
              size="sm"
            >
              {pluralize(unmarked, 'sent invoice')}
            </TextLink>{' '}
            past the due date but not marked as overdue{count > 0 && ' yet'}.
          </>
        )
      }
    >
      {overview.overdue.slice(0, overdueShown).map((invoice) => (
        <AttentionRow
          key={invoice.id}
          name={<CustomerLink id={invoice.customer_id} name={invoice.customer_name} />}
          detail={canRemind ? <InvoiceNumber invoice={invoice} /> : invoice.invoice_number}
          more={` · due ${dayText(invoice.due_date)}`}
          amount={money(invoice.amount_due, invoice.currency)}
          state={`${dayCount(invoice.days_overdue)} overdue`}
          action={
            canRemind ? (
              <RemindButton id={invoice.id} number={invoice.invoice_number} />
            ) : (
              <InvoiceButton id={invoice.id} label={`View invoice ${invoice.invoice_number}`}>
                View
              </InvoiceButton>
            )
          }
        />
      ))}
    </AttentionGroup>
  )
}

interface AgreedProps {
  agreed: NonNullable<OverviewData['agreed_documents']>
  today: string
}

/** What customers said yes to; the page of each offers the next step. */
function AgreedDocuments({ agreed: { count, documents }, today }: AgreedProps) {
  if (count === 0) return null
  return (
    <AttentionGroup
      title={
        count === 1
          ? '1 document your customer agreed to'
          : `${numberText(count)} documents your customers agreed to`
      }
      tone="notice"
    >
      {documents.map(({ id, kind, number, title, agreed_at, ...document }) => (
        <AttentionRow
          key={id}
          name={<CustomerLink id={document.customer_id} name={document.customer_name} />}
          detail={<bdi>{title || number}</bdi>}
          amount={money(document.total_amount, document.currency)}
          state={`${kind === 'proposal' ? 'accepted' : 'signed'} ${relativeText(-daysBetween(todayOf(new Date(agreed_at)), today), 'day')}`}
          isCalm
          action={
            <ButtonLink
              to={kind === 'proposal' ? '/proposals/$id' : '/contracts/$id'}
              params={{ id: String(id) }}
              variant="default"
              size="compact-sm"
              aria-label={`View ${kind} ${number}`}
            >
              View
            </ButtonLink>
          }
        />
      ))}
    </AttentionGroup>
  )
}

function FailingWebhooks({ overview }: { overview: OverviewData }) {
  const { failing_webhooks, failing_webhook_count: count } = overview
  if (count === 0) return null
  return (
    <AttentionGroup
      title="Failing webhooks"
      tone="bad"
      all={
        <TextLink to="/webhooks" search={{ state: 'failing' }} size="sm">
          {count > 1 ? `View all ${numberText(count)} failing` : 'View in list'}
        </TextLink>
      }
    >
      {failing_webhooks.slice(0, othersShown).map((webhook) => {
        const { id, status, failure_count } = webhook
        const [title, detail] = endpointLines(webhook)
        return (
          <AttentionRow
            key={id}
            name={<bdi>{title}</bdi>}
            detail={detail}
            state={`${status === 'disabled' ? 'disabled, ' : ''}${pluralize(failure_count, 'consecutive failure')}`}
            action={
              <ButtonLink
                to="/webhooks/$id"
                params={{ id: String(id) }}
                variant="default"
                size="compact-sm"
                aria-label={`View webhook ${endpointName(webhook)}`}
              >
                View
              </ButtonLink>
            }
          />
        )
      })}
    </AttentionGroup>
  )
}

function StaleDrafts({ overview }: { overview: OverviewData }) {
  const { count, invoices } = overview.stale_drafts
  if (count === 0) return null
  const all = countOf(overview, 'draft')
  return (
    <AttentionGroup
      title={
        count === 1
          ? '1 draft not updated for two weeks'
          : `${numberText(count)} drafts not updated for two weeks`
      }
      tone="notice"
      all={
        <TextLink to="/invoices" search={{ status: 'draft', sort: 'created_at' }} size="sm">
          {all > 1 ? `View all ${numberText(all)} drafts` : 'View in list'}
        </TextLink>
      }
    >
      {invoices.slice(0, othersShown).map((invoice) => (
        <AttentionRow
          key={invoice.id}
          name={<CustomerLink id={invoice.customer_id} name={invoice.customer_name} />}
          detail={invoice.invoice_number}
          amount={money(invoice.total_amount, invoice.currency)}
          state={`not updated for ${dayCount(daysBetween(todayOf(new Date(invoice.updated_at)), overview.today))}`}
          isCalm
          action={
            <InvoiceButton id={invoice.id} label={`Open draft ${invoice.invoice_number}`}>
              Open
            </InvoiceButton>
          }
        />
      ))}
    </AttentionGroup>
  )
}

/** The link of the whole row, where its button does something else. */
const InvoiceNumber = ({ invoice: { id, invoice_number } }: { invoice: OverviewData['overdue'][number] }) => (
  <TextLink
    to="/invoices/$id"
    params={{ id: String(id) }}
    className={rows['cover'] ?? ''}
    c="inherit"
    inherit
    aria-label={`View invoice ${invoice_number}`}
  >
    {invoice_number}
  </TextLink>
)

function InvoiceButton({ id, label, children }: { id: number; label: string; children: string }) {
  return (
    <ButtonLink
      to="/invoices/$id"
      params={{ id: String(id) }}
      variant="default"
      size="compact-sm"
      aria-label={label}
    >
      {children}
    </ButtonLink>
  )
}

/** Isolated, so that a name in another direction stays where names are. */
function CustomerLink({ id, name }: { id: number; name: string }) {
  return (
    <TextLink to="/customers/$id" params={{ id: String(id) }} c="inherit" inherit>
      <bdi>{name}</bdi>
    </TextLink>
  )
}
