import { ActionIcon, Alert, Group, Skeleton, Switch, VisuallyHidden } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQueries, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'

import { services } from '#api/services.ts'
import { session } from '#api/session.ts'
import type { Service } from '#contract/services/services.ts'
import { BackLink } from '#kit/back-link.tsx'
import { TextLink } from '#kit/link.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { typedDecimal } from '#lib/decimal.ts'
import { money, netPriceText, rateText } from '#lib/money.ts'
import { pluralize } from '#lib/pluralize.ts'
import { billingWord, fieldText, stateWord, typeWord } from '#parts/services/service-words.ts'

import { mostPicked, pick, pickedIds } from './-picked-ids.ts'
import { QuantityInput } from './-price-calculator.tsx'
import { quote } from './-quote.ts'
import { ServiceSelect } from './-service-select.tsx'

import classes from './-compare.module.css'

const defaults = { ids: '', differences: false } as const

export const Route = createFileRoute('/_app/services/compare')({
  validateSearch: z.object({
    /** Two to four, joined by commas. */
    ids: z._default(z.catch(z.coerce.string<string | number>(), ''), ''),
    differences: z._default(z.catch(z.boolean(), false), false),
  }),
  search: { middlewares: [stripSearchParams(defaults)] },
  component: Comparison,
})

function Comparison() {
  const { ids: text, differences } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: current } = useSuspenseQuery(session.current())
  const [typed, setTyped] = useState('1')
  const ids = pickedIds(text)
  const entries = useQueries({ queries: ids.map((id) => services.one(id, current.features)) })
  const found = entries.flatMap(({ data }) => data ?? [])
  const rows = rowsOf(found, typed).map((row) => ({ ...row, differs: new Set(row.texts).size > 1 }))
  const back = { compare: ids.join(',') }
  return (
    <>
      <PageHeader
        title="Compare"
        subtitle={`Comparing ${pluralize(ids.length, 'item')}`}
        back={
          <BackLink to="/services" search={back} aria-label="Back to services">
            Services
          </BackLink>
        }
      />
      {ids.length < 2 ? (
        <Alert variant="light" title="Choose two to four services to compare">
          Select them in the <TextLink to="/services">catalog</TextLink>, then select Compare.
        </Alert>
      ) : (
        <>
          <Group gap="lg" mb="md">
            <QuantityInput text={typed} onText={setTyped} isNamed />
            <Switch
              label="Show differences only"
              checked={differences}
              onChange={(event) => {
                const isOn = event.currentTarget.checked
                void navigate({ search: (old) => ({ ...old, differences: isOn }), replace: true })
              }}
            />
          </Group>
          {entries.map(
            ({ error }, index) =>
              error && (
                <Alert key={ids[index]} color="red" variant="light" role="alert" mb="sm">
                  Item {ids[index]} couldn’t be loaded. {error.message}.
                </Alert>
              ),
          )}
          {entries.some(({ isPending }) => isPending) ? (
            <Skeleton height={420} />
          ) : (
            found.length > 0 && (
              <ComparisonTable
                found={found}
                rows={rows.filter((row) => row.differs || !differences)}
                back={back}
                onIds={(next) => void navigate({ search: (old) => ({ ...old, ids: next }), replace: true })}
              />
            )
          )}
        </>
      )}
    </>
  )
}

/** Compared rows; the amounts are for the typed quantity. */
function rowsOf(found: readonly Service[], typed: string): readonly Omit<ComparedRow, 'differs'>[] {
  const quantity = typedDecimal(typed)
  const row = (label: string, say: (service: Service) => string) => ({
    key: label,
    label,
    texts: found.map(say),
  })
  const cost = (amount: 'net' | 'gross') => (service: Service) =>
    quantity ? money(quote([{ service, quantity }])[amount], service.currency) : ''
  const names = [...new Set(found.flatMap(({ custom_fields }) => custom_fields.map(({ name }) => name)))]
  return [
    { ...row('Price', netPriceText), isMoney: true },
    { ...row('Tax', ({ tax_rate }) => rateText(tax_rate)), isMoney: true },
    { ...row(`Net for ${typed}`, cost('net')), key: 'net', isMoney: true },
    { ...row(`Gross for ${typed}`, cost('gross')), key: 'gross', isMoney: true },
    row('Billing', ({ billing_type }) => billingWord(billing_type)),
    row('Type', ({ type }) => typeWord(type)),
    row('Category', ({ category }) => category),
    row('Status', ({ is_active }) => stateWord(is_active)),
    row('Tags', ({ tags }) => tags.toSorted().join(', ')),
    ...names.map((name) => ({
      ...row(name, ({ custom_fields }) => {
        const field = custom_fields.find((one) => one.name === name)
        return field ? fieldText(field) : ''
      }),
      key: `field ${name}`,
    })),
    row('Description', ({ description }) => description),
  ]
}

/** One property of the services that are compared, with a text for each of them. */
interface ComparedRow {
  readonly key: string
  readonly label: string
  readonly texts: readonly string[]
  readonly isMoney?: boolean
  /** Not all services say the same. */
  readonly differs: boolean
}

interface ComparisonTableProps {
  found: readonly Service[]
  rows: readonly ComparedRow[]
  /** The list as it was left. */
  back: { readonly compare: string }
  /** Which services are compared, joined by commas. */
  onIds: (ids: string) => void
}

/** Services side by side; what differs is tinted, and the names of rows and columns stay in sight. */
function ComparisonTable({ found, rows, back, onIds }: ComparisonTableProps) {
  return (
    <div className={classes['frame']} role="region" aria-label="Comparison" tabIndex={0}>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>Compared</VisuallyHidden>
            </th>
            {found.map(({ id, name }) => (
              <th key={id} scope="col">
                <span className={classes['head']}>
                  <TextLink to="/services" search={{ ...back, open: id }} c="inherit" fw={600} dir="auto">
                    {name}
                  </TextLink>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size="sm"
                    aria-label={`Remove ${name}`}
                    onClick={() => onIds(pick(back.compare, [id], false))}
                  >
                    <IconX size={14} aria-hidden />
                  </ActionIcon>
                </span>
              </th>
            ))}
            {found.length < mostPicked && (
              <td className={classes['add']}>
                <ServiceSelect
                  label="Add a service"
                  placeholder="Add a service…"
                  allows={({ id }) => found.every((one) => one.id !== id)}
                  onService={({ id }) => onIds(pick(back.compare, [id], true))}
                />
              </td>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} data-differs={row.differs || undefined}>
              <th scope="row">{row.label}</th>
              {row.texts.map((value, index) => (
                <td key={found[index]?.id} dir="auto" data-money={row.isMoney || undefined}>
                  {value || <span className={classes['none']}>–</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
