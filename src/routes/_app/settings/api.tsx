import { Button, SegmentedControl } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import * as z from 'zod/mini'

import { apiReference } from '#api/api-reference.ts'
import { referenceParts } from '#api/reference-parts.ts'
import { BackLink } from '#kit/back-link.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { findInReference, readDocument } from '#lib/api-document.ts'

import { Chapters } from './-api/chapters.tsx'
import { Contents } from './-api/contents.tsx'

import classes from './-api/reference.module.css'

export const Route = createFileRoute('/_app/settings/api')({
  validateSearch: z.object({ part: z.optional(z.catch(z.enum(referenceParts), 'api')) }),
  loaderDeps: ({ search: { part = 'api' } }) => ({ part }),
  loader: ({ context: { queryClient }, deps: { part } }) =>
    queryClient.ensureQueryData(apiReference.part(part)),
  component: ApiReference,
})

const partNames = [
  { value: 'api', label: 'API' },
  { value: 'extensions', label: 'Extensions' },
]

/** The description of the API as a page, with requests to the address that the reader is at. */
function ApiReference() {
  const { part = 'api' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data } = useSuspenseQuery(apiReference.part(part))
  const reference = useMemo(() => readDocument(data), [data])
  const [query, setQuery] = useState('')
  const found = useMemo(() => findInReference(reference, query), [reference, query])
  return (
    <div className={classes['page']}>
      <PageHeader
        title="API reference"
        subtitle={
          part === 'api'
            ? 'Everything an integration needs: contacts, customers, the catalog, invoices and webhooks'
            : 'What Bureau offers beyond its specification'
        }
        back={
          <BackLink to="/settings" aria-label="Back to settings">
            Settings
          </BackLink>
        }
        actions={
          <>
            <SegmentedControl
              aria-label="Part"
              data={partNames}
              value={part}
              onChange={(value) => {
                setQuery('')
                void navigate({ search: value === 'api' ? {} : { part: 'extensions' }, hash: '' })
              }}
            />
            <Button
              component="a"
              href={part === 'api' ? '/api/openapi.json' : '/api/x/openapi.json'}
              download={part === 'api' ? 'bureau-openapi.json' : 'bureau-extensions-openapi.json'}
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              OpenAPI file
            </Button>
          </>
        }
      />
      <div className={classes['columns']}>
        <Contents reference={found} query={query} onQuery={setQuery} />
        <div className={classes['content']}>
          <Chapters key={part} chapters={found.groups.flatMap(({ chapters }) => chapters)} />
          {found.groups.length === 0 && <p className={classes['nothing']}>Nothing matches “{query}”.</p>}
        </div>
      </div>
    </div>
  )
}
