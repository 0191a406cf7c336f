import { Group, Input, Skeleton, Table, Text } from '@mantine/core'
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { session } from '#api/session.ts'
import { statements } from '#api/statements.ts'
import { type AccountStatement, entryWords } from '#contract/customers/account-statements.ts'
import { filled } from '#contract/values/filled.ts'
import { useAttempt } from '#kit/attempt.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { Money } from '#kit/money.tsx'
import { PeriodInputs, isReversed } from '#kit/period-inputs.tsx'
import { Select } from '#kit/select.tsx'
import { toast } from '#kit/toast.ts'
import { type Period, dayText } from '#lib/calendar.ts'
import { statementDraft, useEmailForm } from '#parts/emails/email-draft.ts'
import { EmailInputs } from '#parts/emails/email-inputs.tsx'
import { EmailList } from '#parts/emails/invoice-emails.tsx'
import { DownloadPdfButton } from '#parts/invoices/download-pdf.tsx'

import classes from './statement-dialog.module.css'

const shownEmails = 3

/** What the customer was billed and paid in a period, to download or to email. */
export function StatementDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data: current } = useSuspenseQuery(session.current())
  const canEmail = current.features.email && current.abilities.includes('invoices.manage')
  const [currency, setCurrency] = useState<string>()
  const [period, setPeriod] = useState<Period>({ from: '', to: '' })
  const scope = { currency, from: period.from || undefined, to: period.to || undefined }
  const { data, error } = useQuery({
    ...statements.one(id, scope),
    enabled: !isReversed(period),
    placeholderData: keepPreviousData,
  })
  const { data: emails = [], isPending } = useQuery(statements.emails(id))
  const usual = data && statementDraft(data, current)
  const form = useEmailForm(usual)
  const request = useAttempt(statements.email(id, scope))
  const send = () => {
    if (!canEmail) return onClose()
    const email = form.read()
    if (!email) return
    request.mutate(
      { email },
      {
        onSuccess: () => {
          onClose()
          void toast.success('Statement queued')
        },
      },
    )
  }
  return (
    <FormDialog
      title="Statement of account"
      action={canEmail ? 'Email statement' : 'Done'}
      size="lg"
      isDisabled={!data || error !== null || isReversed(period)}
      request={request}
      onSubmit={send}
      onClose={onClose}
    >
      <Group grow align="flex-start">
        <PeriodInputs period={period} about="Period" isFirst onPeriod={setPeriod} />
        {data && data.currencies.length > 1 && (
          <Select
            label="Currency"
            value={data.currency}
            data={data.currencies}
            onChange={({ currentTarget }) => setCurrency(currentTarget.value)}
          />
        )}
      </Group>
      <InlineProblem error={error} />
      {data && !isPending ? <Entries statement={data} /> : <Skeleton height={160} />}
      <Group>
        <DownloadPdfButton
          number={`Statement ${data?.customer_name ?? ''} ${data?.to ?? ''}`.trim()}
          pdf={statements.pdf(id, scope)}
          disabled={!data || error !== null}
        />
      </Group>
      {emails.length > 0 && (
        <Input.Wrapper label="Emailed before" labelElement="div" role="group" aria-label="Emailed before">
          <EmailList
            className={classes.emails}
            emails={emails.slice(0, shownEmails)}
            labelOf={({ subject }) => subject}
            {...(canEmail && { retry: statements.retryEmail() })}
          />
        </Input.Wrapper>
      )}
      {canEmail && usual && form.draft && (
        <EmailInputs form={{ ...form, usual, draft: form.draft }} noun="statement" />
      )}
    </FormDialog>
  )
}

function Entries({ statement }: { statement: AccountStatement }) {
  const { entries, currency, from, opening_balance, closing_balance, to } = statement
  if (entries.length === 0 && opening_balance === 0)
    return (
      <Text size="sm" c="dimmed">
        Nothing was billed or paid until {dayText(to)}.
      </Text>
    )
  const rows = entries.map((entry, index) => ({ ...entry, id: index }))
  const amount = (value: number) => <Money amount={value} currency={currency} />
  return (
    <div className={classes.entries} role="region" aria-label="Entries" tabIndex={0}>
      <Table stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Date</Table.Th>
            <Table.Th>Entry</Table.Th>
            <Table.Th className={classes.figure ?? ''}>Amount</Table.Th>
            <Table.Th className={classes.figure ?? ''}>Balance</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {from !== null && (
            <Table.Tr>
              <Table.Td>{dayText(from)}</Table.Td>
              <Table.Td colSpan={2}>Opening balance</Table.Td>
              <Table.Td className={classes.figure ?? ''}>{amount(opening_balance)}</Table.Td>
            </Table.Tr>
          )}
          {rows.map((entry) => (
            <Table.Tr key={entry.id}>
              <Table.Td>{dayText(entry.day)}</Table.Td>
              <Table.Td>{filled(entryWords[entry.kind], { number: entry.number })}</Table.Td>
              <Table.Td className={classes.figure ?? ''}>{amount(entry.amount)}</Table.Td>
              <Table.Td className={classes.figure ?? ''}>{amount(entry.balance)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th colSpan={3}>Balance on {dayText(to)}</Table.Th>
            <Table.Th className={classes.figure ?? ''}>{amount(closing_balance)}</Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </div>
  )
}
