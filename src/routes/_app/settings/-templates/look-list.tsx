import { Badge, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { invoiceTemplates } from '#api/invoice-templates.ts'
import type { InvoiceTemplate } from '#contract/invoices/templates.ts'
import { ButtonLink } from '#kit/link.tsx'
import { Problem } from '#kit/problem.tsx'
import { RelativeTime } from '#kit/relative-time.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { languageNames } from '#parts/invoices/language-names.ts'

import { layoutNames } from './look-values.ts'
import { Swatch } from './swatch.tsx'

import classes from './looks.module.css'

/** Templates of invoices. */
export function LookList() {
  const { data, error, refetch } = useQuery(invoiceTemplates.list())
  return (
    <div className={classes['looks']}>
      <SectionCard
        title="Invoices"
        description="Layout, color, logo, language and texts of invoices and their PDFs"
        isFlush
        actions={
          <ButtonLink to="/settings/templates/invoice/new" variant="default" size="xs">
            New invoice template
          </ButtonLink>
        }
      >
        {!data && !error && <Skeleton height={44} />}
        {!data && error && <Problem error={error} retry={() => void refetch()} />}
        {data?.length === 0 && (
          <Text c="dimmed" size="sm" className={classes['none']}>
            No invoice templates yet. Invoices use the standard look.
          </Text>
        )}
        {data && data.length > 0 && (
          <ul className={classes['list']}>
            {data.map((template) => (
              <LookRow key={template.id} template={template} />
            ))}
          </ul>
        )}
      </SectionCard>
    </div>
  )
}

const LookRow = ({
  template: { id, name, is_default, layout, language, color, updated_at },
}: {
  template: InvoiceTemplate
}) => (
  <li className={classes['row']}>
    <Swatch color={color} />
    <div className={classes['words']}>
      <Link
        to="/settings/templates/invoice/$id"
        params={{ id: String(id) }}
        className={classes['name']}
        dir="auto"
      >
        {name}
      </Link>
      {is_default && (
        <Badge variant="light" size="sm">
          Default
        </Badge>
      )}
      <span className={classes['about']}>
        {layoutNames[layout]}, {languageNames[language]}
      </span>
    </div>
    <span className={classes['time']}>
      <RelativeTime datetime={updated_at} />
    </span>
  </li>
)
