import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { company } from '#api/company.ts'
import { copyOf, emptyService, serviceInput, servicePathOf, serviceProblems } from '#api/service-form.ts'
import { serviceWrites } from '#api/service-writes.ts'
import { services } from '#api/services.ts'
import { draftName, session } from '#api/session.ts'
import { NoAccess } from '#kit/no-access.tsx'
import { NotFound } from '#kit/not-found.tsx'
import { toast } from '#kit/toast.ts'
import { useRecordForm } from '#kit/use-record-form.ts'

import { ServiceForm } from './-edit/service-form.tsx'
import { ability, canManageServices, feature } from './-manage.ts'

export const Route = createFileRoute('/_app/services/new')({
  /** `from`: the service that is duplicated. */
  validateSearch: z.object({
    from: z.optional(z.catch(z.optional(z.int().check(z.gte(1))), undefined)),
  }),
  loaderDeps: ({ search: { from } }) => ({ from }),
  loader: async ({ context: { queryClient }, deps: { from } }) => {
    const current = await queryClient.ensureQueryData(session.current())
    if (!canManageServices(current)) return undefined
    if (from === undefined) {
      const usual = current.features.includes('company')
        ? queryClient.fetchQuery(company.defaults(current.features))
        : queryClient.fetchQuery(services.usual())
      return emptyService((await usual.catch(() => null)) ?? undefined)
    }
    return copyOf(await queryClient.fetchQuery(services.one(from, current.features)))
  },
  component: NewService,
})

function NewService() {
  const { data: current } = useSuspenseQuery(session.current())
  const start = Route.useLoaderData()
  const { from } = Route.useSearch()
  if (!current.features.includes(feature)) return <NotFound />
  if (!start) return <NoAccess title="You can’t create services" ability={ability} />
  return <NewServiceForm key={from} start={start} from={from} />
}

interface Props {
  start: ReturnType<typeof emptyService>
  from: number | undefined
}

function NewServiceForm({ start, from }: Props) {
  const { data: current } = useSuspenseQuery(session.current())
  const navigate = useNavigate()
  const editor = useRecordForm({
    draftName: draftName('service:new', current),
    start: { values: start, version: '' },
    check: serviceProblems,
    mutation: serviceWrites.create(),
    requestOf: (values, { key }) => ({ key, input: serviceInput(values) }),
    pathOf: servicePathOf,
    onSaved: ({ id }) => {
      void navigate({ to: '/services', search: { open: id }, replace: true })
      void toast.success('Service created')
    },
  })
  return (
    <ServiceForm
      title={from === undefined ? 'New service' : 'Duplicate service'}
      saveLabel="Create service"
      isNew
      editor={editor}
      from={from}
    />
  )
}
