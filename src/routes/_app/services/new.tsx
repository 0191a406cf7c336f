import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { company } from '#api/company.ts'
import { copyOf, emptyService } from '#api/service-form.ts'
import { services } from '#api/services.ts'
import { session } from '#api/session.ts'
import { optionalOf } from '#lib/page-search.ts'
import { NewRecord } from '#parts/records/new-record.tsx'
import { canManageServices } from '#parts/services/manage.ts'

import { serviceKind } from './-edit/service-kind.tsx'

export const Route = createFileRoute('/_app/services/new')({
  /** `from`: the service that is duplicated. */
  validateSearch: z.object({
    from: optionalOf(z.int().check(z.gte(1))),
  }),
  loaderDeps: ({ search: { from } }) => ({ from }),
  loader: async ({ context: { queryClient }, deps: { from } }) => {
    const current = await queryClient.ensureQueryData(session.current())
    if (!canManageServices(current)) return undefined
    if (from === undefined) {
      const usual = await queryClient.fetchQuery(company.defaults()).catch(() => undefined)
      return emptyService(usual)
    }
    return copyOf(await queryClient.fetchQuery(services.one(from, current.features)))
  },
  component: NewService,
})

function NewService() {
  const start = Route.useLoaderData()
  const { from } = Route.useSearch()
  return (
    <NewRecord
      key={from}
      kind={serviceKind}
      start={start}
      {...(from !== undefined && {
        title: 'Duplicate service',
        cancel: { to: '/services', search: { open: from } } as const,
      })}
    />
  )
}
