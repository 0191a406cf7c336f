import { Alert, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconUserExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type Control, useWatch } from 'react-hook-form'

import type { NewCustomer } from '#api/customer-form.ts'
import { customers } from '#api/customers.ts'
import { TextLink } from '#kit/link.tsx'

import { type DuplicateKind, duplicateSearch, duplicatesIn } from './duplicates.ts'

const debounceMs = 350
const shown = 3

const what: Record<DuplicateKind, string> = {
  email: 'with this email address',
  phone: 'with this phone number',
  name: 'with this name at this company',
}

interface Props {
  control: Control<NewCustomer>
  kind: DuplicateKind
  /** The customer that is edited. */
  except?: number | undefined
}

/** Points out customers that are probably the same person. It never blocks saving. */
export function DuplicateWarning({ control, kind, except }: Props) {
  const [name, last_name, email, phone, company] = useWatch({
    control,
    name: ['name', 'last_name', 'email', 'phone', 'business.company_name'],
  })
  const identity = { name, last_name, email, phone, company }
  const [search] = useDebouncedValue(duplicateSearch(kind, identity), debounceMs)
  const { data } = useQuery({
    ...customers.list({ page: 1, size: 25, search, sort: 'last_name' }),
    enabled: search !== '',
  })
  const found = search === '' ? [] : duplicatesIn(data?.rows ?? [], kind, identity)
  const same = found.filter(({ id }) => id !== except)
  return (
    <div aria-live="polite">
      {same.length > 0 && (
        <Alert
          color="yellow"
          variant="light"
          p="xs"
          mt="xs"
          icon={<IconUserExclamation size={18} aria-hidden />}
        >
          <Text size="sm" component="span">
            {same.length > 1 ? `${same.length} customers` : 'A customer'} {what[kind]} already{' '}
            {same.length > 1 ? 'exist' : 'exists'}:{' '}
          </Text>
          {same.slice(0, shown).map((row, index) => (
            <span key={row.id}>
              {index > 0 && ', '}
              <TextLink
                to="/customers/$id"
                params={{ id: String(row.id) }}
                target="_blank"
                size="sm"
                underline="always"
              >
                <bdi>
                  {row.name} {row.last_name}
                </bdi>
              </TextLink>
            </span>
          ))}
          <Text size="sm" component="span">
            {' '}
            (opens in a new tab)
          </Text>
        </Alert>
      )}
    </div>
  )
}
