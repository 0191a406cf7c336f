import { Alert, Button, Group } from '@mantine/core'
import { IconNotes } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'

import { customFields } from '#api/custom-fields.ts'
import { type NewCustomer, customerFingerprint, emptyCustomer } from '#api/customer-form.ts'
import { customers } from '#api/customers.ts'
import { session } from '#api/session.ts'
import type { Customer } from '#contract/customers.ts'
import { PageHeader } from '#kit/page-header.tsx'
import { dateFormat } from '#lib/locale.ts'

import { Created } from './-wizard/created.tsx'
import { type CustomerDraft, customerDesk, customerOf } from './-wizard/draft-keeping.ts'
import { type StepId, steps } from './-wizard/steps.ts'
import { likeCustomer, ofSameCompany } from './-wizard/template.ts'
import { type Start, Wizard } from './-wizard/wizard.tsx'

export const Route = createFileRoute('/_app/customers/new')({
  validateSearch: z.object({
    step: z.optional(z.catch(z.enum(steps), 'person')),
    template: z.optional(z.catch(z.optional(z.int()), undefined)),
  }),
  loaderDeps: ({ search: { template } }) => ({ template }),
  loader: async ({ context: { queryClient }, deps: { template } }) => {
    await queryClient.ensureQueryData(customFields.list())
    return template === undefined ? undefined : queryClient.ensureQueryData(customers.one(template))
  },
  component: NewCustomerScreen,
})

type Phase =
  | { kind: 'looking' }
  | { kind: 'offering'; draft: CustomerDraft }
  | { kind: 'filling'; start: Start; round: number }
  | { kind: 'created'; customer: Customer; from: NewCustomer; round: number }

const filling = (
  customer: NewCustomer,
  { visited = [], attempt, round = 0 }: Partial<Omit<Start, 'customer'>> & { round?: number } = {},
): Phase => ({ kind: 'filling', start: { customer, visited, attempt }, round })

function NewCustomerScreen() {
  const { step = 'person' } = Route.useSearch()
  const template = Route.useLoaderData()
  const navigate = Route.useNavigate()
  const { data: fields } = useSuspenseQuery(customFields.list())
  const { data: current } = useSuspenseQuery(session.current())
  const [untouched] = useState(() => (template ? likeCustomer(template) : emptyCustomer()))
  const [desk] = useState(() => customerDesk(current.account.id, current.user.id))
  const [phase, setPhase] = useState<Phase>({ kind: 'looking' })

  const goTo = (to: StepId, replace = false) =>
    void navigate({ search: (old) => ({ ...old, step: to === 'person' ? undefined : to }), replace })

  useEffect(
    function offerTheDraft() {
      let isGone = false
      void desk.load().then((draft) => {
        if (isGone) return
        const nothing = customerFingerprint(emptyCustomer(), fields)
        const hasContent = draft && customerFingerprint(customerOf(draft), fields) !== nothing
        setPhase(hasContent ? { kind: 'offering', draft } : filling(untouched))
      })
      return () => {
        isGone = true
        desk.leave()
      }
    },
    [desk, fields, untouched],
  )

  const created = phase.kind === 'created' ? phase.customer : undefined
  return (
    <>
      <PageHeader
        title={created ? `${created.name} ${created.last_name}` : 'New customer'}
        subtitle={
          template && !created
            ? `Company details and permissions copied from ${template.name} ${template.last_name}`
            : undefined
        }
      />
      {phase.kind === 'offering' && (
        <DraftOffer
          draft={phase.draft}
          onContinue={() => {
            const { visited, attempt } = phase.draft.text
            setPhase(filling(customerOf(phase.draft), { visited, attempt }))
          }}
          onDiscard={() => void desk.drop().then(() => setPhase(filling(untouched)))}
        />
      )}
      {phase.kind === 'filling' && (
        <Wizard
          key={phase.round}
          start={phase.start}
          untouched={phase.round === 0 ? untouched : phase.start.customer}
          account={{ fields, features: current.features }}
          desk={desk}
          step={step}
          onStep={goTo}
          onCreated={(customer, from) => {
            setPhase({ kind: 'created', customer, from, round: phase.round })
            goTo('person', true)
          }}
          onFound={(id) => void navigate({ to: '/customers/$id', params: { id: String(id) } })}
        />
      )}
      {phase.kind === 'created' && (
        <Created
          customer={phase.customer}
          onAnother={() => setPhase(filling(ofSameCompany(phase.from), { round: phase.round + 1 }))}
        />
      )}
    </>
  )
}

const when = dateFormat({ dateStyle: 'medium', timeStyle: 'short' })

interface OfferProps {
  draft: CustomerDraft
  onContinue: () => void
  onDiscard: () => void
}

function DraftOffer({ draft, onContinue, onDiscard }: OfferProps) {
  const { name, last_name } = draft.text.customer
  const who = `${name} ${last_name}`.trim()
  return (
    <Alert
      variant="light"
      maw={640}
      style={{ overflowWrap: 'anywhere' }}
      icon={<IconNotes size={18} aria-hidden />}
      title={`Unsaved draft from ${when(draft.savedAt)}${who === '' ? '' : `: ${who}`}`}
    >
      <Group gap="xs" mt="xs">
        <Button onClick={onContinue}>Resume draft</Button>
        <Button variant="default" onClick={onDiscard}>
          Discard draft
        </Button>
      </Group>
    </Alert>
  )
}
