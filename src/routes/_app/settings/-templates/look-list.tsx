import { Badge, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { invoiceTemplates } from '#api/invoice-templates.ts'
import { ButtonLink } from '#kit/link.tsx'
import { RelativeTime } from '#kit/relative-time.tsx'
import { SectionCard } from '#kit/section-card.tsx'

import { languageNames, layoutNames } from './look-values.ts'
import { Swatch } from './swatch.tsx'

import classes from './templates.module.css'

/** What invoices can look like. */
export function LookList() {
  const { data } = useQuery(invoiceTemplates.list())
  if (!data) return null
  return (
    <div className={classes['looks']}>
      <SectionCard
        title="Invoices"
        description="Layout, color, logo and language of invoices and their PDFs."
        isFlush
        actions={
          <ButtonLink to="/settings/templates/invoice/new" variant="default" size="xs">
            New invoice template
          </ButtonLink>
        }
      >
        {data.length === 0 ? (
          <Text c="dimmed" size="sm" className={classes['none']}>
            Invoices have the usual look.
          </Text>
        ) : (
          <ul className={classes['list']}>
            {data.map(({ id, name, is_default, layout, language, color, updated_at }) => (
              <li key={id} className={classes['row']}>
                <div className={classes['words']}>
                  <Swatch color={color} />
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
                  <span className={classes['subject']}>
                    {layoutNames[layout]}, {languageNames[language]}
                  </span>
                </div>
                <span className={classes['time']}>
                  <RelativeTime datetime={updated_at} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </SectionCard>
    </div>
  )
}
