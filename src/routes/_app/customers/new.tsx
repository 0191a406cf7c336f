import { Button, Group, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'

import { contacts } from '#api/contacts.ts'
import { customFields } from '#api/custom-fields.ts'
import { type NewCustomer, emptyCustomer, formOf } from '#api/customer-form.ts'
import { customers } from '#api/customers.ts'
import { session } from '#api/session.ts'
import type { Contact } from '#contract/customers/contacts.ts'
import type { Customer } from '#contract/customers/customers.ts'
import { DraftBanner } from '#kit/draft/banner.tsx'
import { NoAccess } from '#kit/no-access.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { prepareToasts, toast, untoast } from '#kit/toast.ts'
import { optionalOf } from '#lib/page-search.ts'
import { contactName } from '#parts/contacts/contact-fields.ts'
import { type StepId, steps } from '#parts/customer-inputs/step-ids.ts'
import { stepsOf } from '#parts/customer-inputs/steps.ts'

import { PhotoPreview } from './-inputs/photo-preview.tsx'
import { type CustomerDraft, customerOf, useCustomerDraft } from './-wizard/use-customer-draft.ts'
import { Wizard } from './-wizard/wizard.tsx'

import classes from './-wizard/wizard.module.css'

export const Route = createFileRoute('/_app/customers/new')({
  validateSearch: z.object({
    step: z.optional(z.catch(z.enum(steps), 'person')),
    template: optionalOf(z.int()),
    /** The contact that becomes the customer. */
    contact: optionalOf(z.int()),
  }),
  loaderDeps: ({ search: { template, contact } }) => ({ template, contact }),
  loader: async ({ context: { queryClient }, deps: { template, contact } }) => {
    const current = await queryClient.ensureQueryData(session.current())
    if (!current.abilities.includes(ability)) return undefined
    await queryClient.ensureQueryData(customFields.asked(current.features))
    return {
      template:
        template === undefined ? undefined : await queryClient.ensureQueryData(customers.one(template)),
      contact:
        contact === undefined || !current.features.records
          ? undefined
          : await queryClient.ensureQueryData(contacts.one(contact, current.features)),
    }
  },
  component: NewCustomerScreen,
})

const ability = 'customers.manage'

function NewCustomerScreen() {
  const { data: current } = useSuspenseQuery(session.current())
  const { template, contact } = Route.useSearch()
  if (!current.abilities.includes(ability))
    return <NoAccess title="You can’t add customers" ability={ability} />
  // Another template or contact, or none, is another form.
  return <NewCustomer key={`${template} ${contact}`} />
}

function NewCustomer() {
  const { step = 'person' } = Route.useSearch()
  const { template, contact } = Route.useLoaderData() ?? {}
  const navigate = Route.useNavigate()
  const router = useRouter()
  const { data: current } = useSuspenseQuery(session.current())
  const { data: fields } = useSuspenseQuery(customFields.asked(current.features))
  const [untouched] = useState(() =>
    contact ? fromContact(contact) : template ? fromTemplate(template) : emptyCustomer(),
  )
  const { start, draft, resume, discard } = useCustomerDraft({
    account: current.account.id,
    user: current.user.id,
    fields,
    untouched,
  })
  useEffect(prepareToasts, [])

  const available = stepsOf(fields)
  const navigateToStep = (to: StepId) =>
    void navigate({ search: (old) => ({ ...old, step: to === 'person' ? undefined : to }) })
  const openCustomer = (id: number) =>
    void navigate({ to: '/customers/$id', params: { id: String(id) }, replace: true })
  const onCreated = (customer: Customer) => {
    openCustomer(customer.id)
    showCreated(customer, () => void router.navigate({ to: '/customers/new' }))
  }

  return (
    <div className={classes.screen}>
      <PageHeader
        title="New customer"
        subtitle={
          contact ? (
            <>
              From the contact <bdi>{contactName(contact)}</bdi>
            </>
          ) : (
            template && (
              <>
                Company details and permissions copied from{' '}
                <bdi>
                  {template.name} {template.last_name}
                </bdi>
              </>
            )
          )
        }
      />
      {draft && <CustomerDraftBanner draft={draft} onResume={resume} onDiscard={discard} />}
      {start && (
        <Wizard
          key={start.round}
          start={start}
          untouched={start.round === 0 ? untouched : emptyCustomer()}
          account={{ fields, features: current.features, steps: available }}
          step={available.includes(step) ? step : 'person'}
          onStep={navigateToStep}
          onCreated={onCreated}
          onFound={openCustomer}
        />
      )}
    </div>
  )
}

/** Returns a new customer with the company, permissions and custom texts of another. The person and files stay empty. */
function fromTemplate(customer: Customer): NewCustomer {
  const { business, texts, permissions } = formOf(customer)
  return { ...emptyCustomer(), business, texts, permissions }
}

/** Returns a new customer with what is known of a contact, which becomes that customer's. */
function fromContact(contact: Contact): NewCustomer {
  const empty = emptyCustomer()
  return {
    ...empty,
    name: contact.name ?? '',
    last_name: contact.last_name ?? '',
    email: contact.email ?? '',
    phone: contact.phone ?? '',
    business: { ...empty.business, company_name: contact.company_name ?? '' },
    contact: contact.id,
  }
}

interface DraftBannerProps {
  draft: CustomerDraft
  onResume: () => void
  onDiscard: () => void
}

/** Offers an unfinished customer. */
function CustomerDraftBanner({ draft, ...answers }: DraftBannerProps) {
  const { name, last_name, photo, business } = customerOf(draft)
  const who = `${name} ${last_name}`.trim() || business.company_name.trim()
  return (
    <DraftBanner
      picture={<PhotoPreview photo={photo} name={who} size="sm" />}
      savedAt={draft.savedAt}
      {...answers}
    >
      {who === '' ? 'Unfinished customer' : <bdi title={who}>{who}</bdi>}
    </DraftBanner>
  )
}

const createdToast = 'customer-created'

/** Says that the customer was created, and offers to create the next one. */
function showCreated({ name, last_name }: Customer, onAnother: () => void): void {
  void toast({
    id: createdToast,
    color: 'teal',
    title: 'Customer created',
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" lineClamp={1}>
          <bdi>
            {name} {last_name}
          </bdi>
        </Text>
        <Button
          size="xs"
          variant="default"
          flex="none"
          onClick={() => {
            void untoast(createdToast)
            onAnother()
          }}
        >
          Create another
        </Button>
      </Group>
    ),
  })
}
