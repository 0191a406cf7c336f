import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import { serviceInput, servicePathOf, serviceProblems, serviceValues } from '#api/service-form.ts'
import { serviceWrites } from '#api/service-writes.ts'
import { services } from '#api/services.ts'
import { draftName, session } from '#api/session.ts'
import type { Service } from '#contract/services.ts'
import { toast } from '#kit/toast.ts'
import { useRecordForm } from '#kit/use-record-form.ts'

import { mergeServices } from './merge.ts'
import { ServiceForm } from './service-form.tsx'

/** A service as it was read, and its version. */
interface Edited {
  readonly service: Service
  readonly version: string
}

/** The form of a service that exists. */
export function ServiceEditor({ start }: { start: Edited }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { id, name } = start.service
  const { data: current } = useSuspenseQuery(session.current())
  const asValues = ({ service, version }: Edited) => ({ values: serviceValues(service), version })
  const editor = useRecordForm({
    draftName: draftName(`service:${id}`, current),
    start: asValues(start),
    check: serviceProblems,
    mutation: serviceWrites.update(id),
    requestOf: (values, attempt) => ({ ...attempt, input: serviceInput(values) }),
    pathOf: servicePathOf,
    others: {
      latest: async () => asValues(await queryClient.fetchQuery({ ...services.toEdit(id), staleTime: 0 })),
      merge: mergeServices,
    },
    onSaved: () => {
      void navigate({ to: '/services', search: { open: id }, replace: true })
      void toast.success('Service saved')
    },
  })
  return <ServiceForm title="Edit service" subtitle={<bdi>{name}</bdi>} editor={editor} from={id} />
}
