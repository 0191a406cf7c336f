import { Alert, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconUserExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { customers } from '#api/customers.ts'
import type { CustomerRow } from '#contract/customers.ts'
import { searchTerms } from '#contract/folding.ts'
import { TextLink } from '#kit/link.tsx'

const sameness = {
  email: { of: (row: CustomerRow) => row.email, word: 'email address' },
  phone: { of: (row: CustomerRow) => row.phone, word: 'phone number' },
  company: { of: (row: CustomerRow) => row.business_information.company_name ?? '', word: 'company' },
} as const

const restMs = 350

/** Says who else has the same; a hint, never an obstacle. */
export function DuplicateWarning({ what, value }: { what: keyof typeof sameness; value: string }) {
  const [search] = useDebouncedValue(value.trim(), restMs)
  const { data } = useQuery({
    ...customers.list({ page: 1, size: 25, search, sort: 'last_name' }),
    enabled: search.length >= 3,
  })
  const { of, word } = sameness[what]
  const wanted = folded(what, value)
  const same = wanted === '' ? [] : (data?.rows ?? []).filter((row) => folded(what, of(row)) === wanted)
  return (
    <div aria-live="polite">
      {same.length > 0 && (
        <Alert color="yellow" variant="light" p="xs" icon={<IconUserExclamation size={18} aria-hidden />}>
          <Text size="sm" component="span">
            {same.length > 1 ? `${same.length} customers` : 'A customer'} with this {word} already{' '}
            {same.length > 1 ? 'exist' : 'exists'}:{' '}
          </Text>
          {same.slice(0, 3).map((row, at) => (
            <span key={row.id}>
              {at > 0 && ', '}
              <TextLink
                to="/customers/$id"
                params={{ id: String(row.id) }}
                target="_blank"
                size="sm"
                underline="always"
              >
                {row.name} {row.last_name}
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

function folded(what: keyof typeof sameness, text: string): string {
  if (what === 'phone') return text.replace(/\D/g, '')
  return searchTerms(text).join(' ')
}
