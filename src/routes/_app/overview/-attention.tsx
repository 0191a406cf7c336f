import { Box, Group, SimpleGrid, Text, ThemeIcon, Title } from '@mantine/core'
import { type Icon, IconAlarm, IconCircleCheck, IconPencilPause, IconWebhookOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import type { OverviewData } from '#api/computed-overview.ts'
import { TextLink } from '#kit/link.tsx'
import { dayCount, dayText, daysBetween, todayOf } from '#lib/calendar.ts'
import { money } from '#lib/money.ts'
import { pluralize } from '#lib/pluralize.ts'
import { hostOf } from '#lib/url-parts.ts'

import { dayBefore, lateCount, owedIn, statusFigures } from './-figures.ts'
import { Panel } from './-panel.tsx'

import classes from './-overview.module.css'

const mostShown = 6

/** What somebody should do something about, the most pressing first. */
export function Attention({ picture, managesSettings }: { picture: OverviewData; managesSettings: boolean }) {
  const tellsWebhooks = managesSettings && (picture.counts.webhooks ?? 0) > 0
  return (
    <section aria-labelledby="attention-heading" className={classes.column}>
      <Title order={2} size="h4" id="attention-heading">
        Needs attention
      </Title>
      <Overdue picture={picture} />
      <SimpleGrid cols={{ base: 1, sm: tellsWebhooks ? 2 : 1 }}>
        {tellsWebhooks && <FailingWebhooks webhooks={picture.failing_webhooks} />}
        <StaleDrafts picture={picture} />
      </SimpleGrid>
    </section>
  )
}

function Overdue({ picture }: { picture: OverviewData }) {
  const owed = owedIn(picture, 'overdue')
  const count = owed.reduce((sum, each) => sum + each.count, 0)
  const unmarked = lateCount(picture) - count
  if (count === 0 && unmarked <= 0)
    return (
      <Panel
        title={
          <Heading icon={IconCircleCheck} color="harbor">
            Overdue invoices
          </Heading>
        }
      >
        <Text>Nothing is overdue. Every sent invoice is paid or not due yet.</Text>
      </Panel>
    )
  const shown = picture.overdue.slice(0, mostShown)
  return (
    <Panel
      title={
        <Heading icon={IconAlarm} color="red">
          Overdue invoices
        </Heading>
      }
      side={
        count > 0 && (
          <TextLink to="/invoices" search={{ status: 'overdue', sort: 'due_date' }} size="sm">
            {count > 1 && 'All '}
            {pluralize(count, 'overdue invoice')}
          </TextLink>
        )
      }
    >
      {count > 0 && (
        <>
          <Group
            gap="xl"
            style={{ rowGap: 'var(--mantine-spacing-sm)' }}
            mb="md"
            component="ul"
            className={classes.plain}
            aria-label="Overdue by currency"
          >
            {owed.map(({ currency, amount, count: own }) => (
              <li key={currency}>
                <Text fw={650} fz={22} lh={1.2} className={classes.figures}>
                  {money(amount, currency)}
                </Text>
                <Text size="xs" c="dimmed">
                  {pluralize(own, 'invoice')} in {currency}
                </Text>
              </li>
            ))}
          </Group>
          <ul className={classes.rows} aria-label="Overdue longest">
            {shown.map((invoice) => (
              <li key={invoice.id}>
                <Box miw={0}>
                  <Text fw={550} lineClamp={2} dir="auto">
                    {invoice.customer_name}
                  </Text>
                  <Text size="sm" c="dimmed" component="div">
                    <TextLink
                      to="/invoices/$id"
                      params={{ id: String(invoice.id) }}
                      size="sm"
                      underline="always"
                    >
                      {invoice.invoice_number}
                    </TextLink>
                    <Text span inherit visibleFrom="xs">
                      {' '}
                      · due {dayText(invoice.due_date)}
                    </Text>
                  </Text>
                </Box>
                <Box ta="end">
                  <Text fw={550} className={classes.figures}>
                    {money(invoice.total_amount, invoice.currency)}
                  </Text>
                  <Text size="sm" c="var(--mantine-color-error)">
                    {dayCount(invoice.days_overdue)} overdue
                  </Text>
                </Box>
              </li>
            ))}
          </ul>
        </>
      )}
      {unmarked > 0 && (
        <Text size="sm" mt={count > 0 ? 'md' : 0}>
          <TextLink
            to="/invoices"
            search={{ status: 'sent', to: dayBefore(picture.today, 1), sort: 'due_date' }}
            size="sm"
            underline="always"
          >
            {pluralize(unmarked, 'sent invoice')}
          </TextLink>{' '}
          past the due date but not marked as overdue{count > 0 && ' yet'}.
        </Text>
      )}
    </Panel>
  )
}

function StaleDrafts({ picture }: { picture: OverviewData }) {
  const { count, oldest } = picture.stale_drafts
  const drafts = statusFigures(picture, '').find(({ status }) => status === 'draft')?.countInAll ?? 0
  const all = drafts > 0 && (
    <TextLink to="/invoices" search={{ status: 'draft', sort: 'created_at' }} size="sm">
      {drafts > 1 && 'All '}
      {pluralize(drafts, 'draft')}
    </TextLink>
  )
  if (count === 0 || oldest === null)
    return (
      <Panel
        title={
          <Heading icon={IconCircleCheck} color="harbor">
            Drafts
          </Heading>
        }
        side={all}
      >
        <Text size="sm">
          {drafts === 0 ? 'No drafts.' : 'All drafts were updated in the last two weeks.'}
        </Text>
      </Panel>
    )
  const age = daysBetween(todayOf(new Date(oldest)), picture.today)
  return (
    <Panel
      title={
        <Heading icon={IconPencilPause} color="orange">
          Stale drafts
        </Heading>
      }
      side={all}
    >
      <Text fw={650} fz={22} lh={1.2}>
        {pluralize(count, 'draft')}
      </Text>
      <Text size="sm" c="dimmed" mt={4}>
        {count === 1
          ? `Not updated for ${dayCount(age)}. Send it, or delete it if you don’t need it.`
          : `Not updated for over two weeks, the oldest for ${dayCount(age)}. Send them, or delete the ones you don’t need.`}
      </Text>
    </Panel>
  )
}

function FailingWebhooks({ webhooks }: { webhooks: OverviewData['failing_webhooks'] }) {
  if (webhooks.length === 0)
    return (
      <Panel
        title={
          <Heading icon={IconCircleCheck} color="harbor">
            Webhooks
          </Heading>
        }
      >
        <Text size="sm">All webhooks are delivering.</Text>
      </Panel>
    )
  return (
    <Panel
      title={
        <Heading icon={IconWebhookOff} color="red">
          Failing webhooks
        </Heading>
      }
    >
      <ul className={classes.rows}>
        {webhooks.slice(0, mostShown).map(({ id, url, status, failure_count }) => (
          <li key={id}>
            <Box miw={0} flex={1}>
              <TextLink to="/webhooks/$id" params={{ id: String(id) }} fw={550} truncate display="block">
                {hostOf(url)}
              </TextLink>
              <Text size="sm" c="var(--mantine-color-error)">
                {status === 'disabled' ? 'disabled, ' : ''}
                {pluralize(failure_count, 'consecutive failure')}
              </Text>
            </Box>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Heading({ icon: Sign, color, children }: { icon: Icon; color: string; children: ReactNode }) {
  return (
    <Group gap="sm" wrap="nowrap" component="span">
      <ThemeIcon variant="light" color={color} size="lg">
        <Sign size={20} aria-hidden />
      </ThemeIcon>
      <span>{children}</span>
    </Group>
  )
}
