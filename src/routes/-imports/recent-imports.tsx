import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { imports, isAtWork } from '#api/imports.ts'
import type { ImportSummary } from '#contract/imports.ts'
import { TextLink } from '#kit/link.tsx'
import { RelativeTime } from '#kit/relative-time.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { StatusBadge } from '#kit/status-badge.tsx'
import { numberText } from '#lib/locale.ts'

import { type ImportWords, rowsText, stateWords } from './import-words.ts'

import classes from './import.module.css'

/** The account's imports of the last week; nothing where there are none. */
export function RecentImports({ words }: { words: ImportWords }) {
  const { data = [] } = useQuery(imports.list(words.kind))
  if (data.length === 0) return null
  return (
    <SectionCard title="Recent imports" description="Results are kept for 7 days.">
      <ul className={classes['recent']}>
        {data.map((one) => {
          const [word, tone] = stateWords[one.state]
          return (
            <li key={one.id}>
              <div>
                <TextLink
                  to={`${words.list}/import`}
                  search={{ id: one.id }}
                  fw={500}
                  className={classes['name']}
                >
                  {one.file_name}
                </TextLink>
                <Text size="sm" c="dimmed">
                  {summaryOf(one)} · {one.caused_by} · <RelativeTime datetime={one.created_at} />
                </Text>
              </div>
              <StatusBadge tone={tone} isLive={isAtWork(one)}>
                {word}
              </StatusBadge>
            </li>
          )
        })}
      </ul>
    </SectionCard>
  )
}

function summaryOf({ state, rows, result }: ImportSummary): string {
  if (state === 'ready' || state === 'checking' || state === 'checked') return rowsText(rows)
  const parts = [
    `${numberText(result.created)} created`,
    result.updated > 0 && `${numberText(result.updated)} updated`,
    result.failed > 0 && `${numberText(result.failed)} with problems`,
  ]
  return parts.filter(Boolean).join(', ')
}
