import { Badge } from '@mantine/core'
import { IconPlus, IconTemplate } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { session } from '#api/session.ts'
import { templates } from '#api/templates.ts'
import type { TemplateSummary } from '#contract/account/templates.ts'
import { EmptyState } from '#kit/empty-state.tsx'
import { ButtonLink } from '#kit/link.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { Problem } from '#kit/problem.tsx'
import { RelativeTime } from '#kit/relative-time.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { dayCount } from '#lib/calendar.ts'
import { languageNames } from '#parts/invoices/language-names.ts'

import { LookList } from './look-list.tsx'
import { kindNames, kindOrder } from './template-words.ts'

import classes from './templates.module.css'

const newButton = (
  <ButtonLink to="/settings/templates/new" leftSection={<IconPlus size={16} aria-hidden />}>
    New text template
  </ButtonLink>
)

/** The templates of the account, kind by kind. */
export function TemplateList() {
  const { data, error, refetch } = useQuery(templates.list())
  const { data: current } = useSuspenseQuery(session.current())
  const hasLooks = current.features.records
  return (
    <>
      <PageHeader
        title="Templates"
        subtitle="How invoices look, and the texts of documents, emails and automatic reminders"
        actions={data && data.length > 0 && newButton}
      />
      {hasLooks && <LookList />}
      {!data && error && <Problem error={error} retry={() => void refetch()} />}
      {data?.length === 0 && (
        <EmptyState icon={IconTemplate} title="No text templates yet" action={newButton}>
          Write a text once, with placeholders for names, amounts and days, and start with it every time.
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <div className={classes['kinds']}>
          {kindOrder.map((kind) => {
            const own = data.filter((template) => template.kind === kind)
            return (
              own.length > 0 && (
                <SectionCard key={kind} title={kindNames[kind]} isFlush>
                  <ul className={classes['list']}>
                    {own.map((template) => (
                      <TemplateRow key={template.id} template={template} />
                    ))}
                  </ul>
                </SectionCard>
              )
            )
          })}
        </div>
      )}
    </>
  )
}

const TemplateRow = ({
  template: { id, name, subject, is_default, language, send_after_days, updated_at },
}: {
  template: TemplateSummary
}) => (
  <li className={classes['row']}>
    <div className={classes['words']}>
      <Link to="/settings/templates/$id" params={{ id: String(id) }} className={classes['name']} dir="auto">
        {name}
      </Link>
      {is_default && (
        <Badge variant="light" size="sm">
          Default
        </Badge>
      )}
      {language !== null && (
        <Badge variant="light" size="sm">
          {languageNames[language]}
        </Badge>
      )}
      {send_after_days !== null && (
        <Badge variant="light" size="sm">
          {dayCount(send_after_days)} after due date
        </Badge>
      )}
      {subject !== '' && (
        <span className={classes['subject']} dir="auto">
          {subject}
        </span>
      )}
    </div>
    <span className={classes['time']}>
      <RelativeTime datetime={updated_at} />
    </span>
  </li>
)
