import { ActionIcon, Group, Skeleton, Stack } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconFileInvoice } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'

import { invoices } from '#api/invoices.ts'
import { session } from '#api/session.ts'
import type { Invoice } from '#contract/invoices.ts'
import { ButtonLink } from '#kit/link.tsx'
import { usePreviousDefined } from '#kit/previous-defined.ts'
import { Problem } from '#kit/problem.tsx'
import { SideDrawer } from '#kit/side-drawer.tsx'
import { useWalkKeys } from '#kit/walk-keys.ts'

import { AmountDue } from './-amount-due.tsx'
import { InvoiceActions } from './-invoice-actions.tsx'
import { InvoiceHintList } from './-invoice-hint-list.tsx'
import type { InvoiceListSearch } from './-invoice-list-search.ts'
import { InvoiceSheet } from './-invoice-sheet.tsx'

import classes from './-invoice-drawer.module.css'

interface Props {
  /** The list; the invoice's page brings people back to it. */
  search: InvoiceListSearch
  /** The page of the list; its row is shown until the invoice itself has arrived. */
  rows: readonly Invoice[] | undefined
  /** Undefined closes it. */
  onOpen: (id: number | undefined) => void
}

/** An invoice beside the list, which stays usable: j and k walk through its rows. */
export function InvoiceDrawer({ search, rows, onOpen }: Props) {
  const { open: id } = search
  const { data: current } = useSuspenseQuery(session.current())
  const shown = usePreviousDefined(id)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...invoices.one(shown ?? 0, current.features),
    enabled: shown !== undefined,
    placeholderData: () => rows?.find((row) => row.id === shown),
  })
  const index = rows?.findIndex((row) => row.id === id) ?? -1
  const before = index > 0 ? rows?.[index - 1]?.id : undefined
  const after = index >= 0 ? rows?.[index + 1]?.id : undefined
  useWalkKeys(id !== undefined, (isForward) => {
    const next = isForward ? after : before
    if (next !== undefined) onOpen(next)
  })
  return (
    <SideDrawer
      opened={id !== undefined}
      title={data ? `Invoice ${data.invoice_number}` : 'Invoice'}
      size={680}
      onClose={() => onOpen(undefined)}
      isBeside
    >
      {error ? (
        <Problem error={error} retry={() => void refetch()} />
      ) : data ? (
        <Stack gap="md">
          <Group gap="xs" justify="space-between" className={classes['screen'] ?? ''}>
            <AmountDue invoice={data} />
            <Group gap={4} component="nav" aria-label="Invoice navigation">
              <Step label="Previous invoice" icon={IconChevronUp} to={before} onOpen={onOpen} />
              <Step label="Next invoice" icon={IconChevronDown} to={after} onOpen={onOpen} />
            </Group>
          </Group>
          <Group gap="xs" className={classes['screen'] ?? ''}>
            <InvoiceActions invoice={data} session={current} />
            <ButtonLink
              to="/invoices/$id"
              params={{ id: String(data.id) }}
              search={{ ...search, open: undefined }}
              variant="default"
              size="sm"
              leftSection={<IconFileInvoice size={16} aria-hidden />}
            >
              Open page
            </ButtonLink>
          </Group>
          {/* A row of the list doesn’t know its discounts. */}
          {!isPlaceholderData && <InvoiceHintList invoice={data} />}
          <InvoiceSheet invoice={data} />
        </Stack>
      ) : (
        <Skeleton height={480} aria-hidden />
      )}
    </SideDrawer>
  )
}

interface StepProps {
  label: string
  icon: typeof IconChevronUp
  to: number | undefined
  onOpen: (id: number) => void
}

function Step({ label, icon: Icon, to, onOpen }: StepProps) {
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={label}
      disabled={to === undefined}
      onClick={() => to !== undefined && onOpen(to)}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
}
