import { Alert, Button, Card, Group, Progress, Tabs, Text, Title } from '@mantine/core'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'

import { customFields } from '../../../api/custom-fields.ts'
import { customers } from '../../../api/customers.ts'
import { session } from '../../../api/session.ts'
import { PageHeader } from '../../../kit/page-header.tsx'
import { InlineProblem } from '../../../kit/problem.tsx'
import { openDraft } from '../../../lib/drafts.ts'
import {
  type Draft,
  type Problems,
  type Step,
  emptyDraft,
  formOf,
  likeCustomer,
  problemsOf,
  stepOf,
  steps,
} from './-wizard/draft.ts'
import { Review } from './-wizard/review.tsx'
import { BusinessStep, FieldsStep, FilesStep, PermissionsStep, PersonStep } from './-wizard/steps.tsx'

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
  component: NewCustomer,
})

const stepTitle: Record<Step, string> = {
  person: 'Person and photo',
  business: 'Business',
  fields: 'Custom fields',
  files: 'Files',
  permissions: 'Permissions',
  review: 'Review',
}

function NewCustomer() {
  const { step = 'person' } = Route.useSearch()
  const template = Route.useLoaderData()
  const navigate = Route.useNavigate()
  const { data: fields } = useSuspenseQuery(customFields.list())
  const { data: current } = useSuspenseQuery(session.current())
  const [draft, setDraft] = useState<Draft>(() => (template ? likeCustomer(template) : emptyDraft))
  const [problems, setProblems] = useState<Problems>({})
  const [progress, setProgress] = useState<number | null>(null)
  const { offered, save, forget } = useKeptDraft(`customer ${current.account.id} ${current.user.id}`)
  // One key a customer: a double click or a lost reply cannot make a second one.
  const key = useRef(crypto.randomUUID())
  const sending = useRef<AbortController>(null)
  const create = useMutation({ ...customers.create(), onSettled: () => setProgress(null) })

  const go = (to: Step) => void navigate({ search: (old) => ({ ...old, step: to }) })
  const change = (next: Draft) => {
    setDraft(next)
    save(next)
    // What was refused may be right now; a changed customer is another request.
    if (create.error && create.error.kind === 'refused') key.current = crypto.randomUUID()
  }

  const send = () => {
    const all = Object.assign({}, ...steps.map((one) => problemsOf(one, draft, fields))) as Problems
    setProblems(all)
    const first = steps.find((one) => Object.keys(problemsOf(one, draft, fields)).length > 0)
    if (first) return go(first)
    if (create.isPending) return undefined
    sending.current = new AbortController()
    setProgress(0)
    const request = {
      form: formOf(draft, fields),
      key: key.current,
      onProgress: setProgress,
      signal: sending.current.signal,
    }
    return create.mutate(request, {
      onSuccess: ({ id }) => {
        forget()
        void navigate({ to: '/customers/$id', params: { id: String(id) } })
      },
      onError: (error) => {
        setProblems(error.fields)
        const refused = Object.keys(error.fields).map((name) => stepOf(name, fields))
        const at = steps.find((one) => refused.includes(one))
        if (at) go(at)
      },
    })
  }

  const next = () => {
    const found = problemsOf(step, draft, fields)
    setProblems(found)
    if (Object.keys(found).length > 0) return focusFirstProblem()
    return step === 'review' ? send() : go(steps[steps.indexOf(step) + 1] ?? 'review')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      next()
    }
  }

  const props = { draft, problems, onChange: change }
  const known = Object.keys(problems).filter((name) => stepOf(name, fields) !== undefined)
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- a shortcut for the whole wizard; every control works without it
    <div onKeyDown={onKeyDown}>
      <PageHeader
        title="New customer"
        subtitle={`Step ${steps.indexOf(step) + 1} of ${steps.length}: ${stepTitle[step]}`}
      />
      {offered && (
        <Alert mb="md" variant="light" title="You have an unfinished customer">
          <Group>
            <Button
              size="sm"
              onClick={() => {
                setDraft(offered)
                save(offered)
              }}
            >
              Continue with it
            </Button>
            <Button size="sm" variant="default" onClick={forget}>
              Discard it
            </Button>
          </Group>
        </Alert>
      )}
      <Tabs value={step} onChange={(to) => to && go(to as Step)} activateTabWithKeyboard={false}>
        <Tabs.List mb="lg" aria-label="Steps">
          {steps.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {stepTitle[one]}
              {Object.keys(problems).some((name) => stepOf(name, fields) === one) && ' (has errors)'}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={step}>
          <Card withBorder p={{ base: 'md', sm: 'xl' }} maw={860}>
            <Title order={2} size="h4" mb="md">
              {stepTitle[step]}
            </Title>
            {step === 'person' && <PersonStep {...props} />}
            {step === 'business' && (
              <BusinessStep {...props} hasAddress={current.features.includes('customers.business')} />
            )}
            {step === 'fields' && <FieldsStep {...props} fields={fields} />}
            {step === 'files' && <FilesStep {...props} fields={fields} />}
            {step === 'permissions' && <PermissionsStep {...props} />}
            {step === 'review' && <Review draft={draft} fields={fields} />}
          </Card>
        </Tabs.Panel>
      </Tabs>
      <div aria-live="polite">
        {create.error && create.error.kind !== 'aborted' && (
          <InlineProblem error={create.error} known={known} />
        )}
        {progress !== null && <Progress value={progress * 100} mt="md" maw={860} aria-label="Upload" />}
      </div>
      <Group mt="lg">
        {step !== 'person' && (
          <Button variant="default" onClick={() => go(steps[steps.indexOf(step) - 1] ?? 'person')}>
            Back
          </Button>
        )}
        <Button onClick={next} loading={create.isPending}>
          {step === 'review' ? 'Create customer' : 'Next'}
        </Button>
        {create.isPending && (
          <Button variant="subtle" onClick={() => sending.current?.abort()}>
            Stop
          </Button>
        )}
        <Text size="sm" c="dimmed" visibleFrom="sm">
          Ctrl + Enter goes on
        </Text>
      </Group>
    </div>
  )
}

function focusFirstProblem() {
  // After the errors are on the page.
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}

/** The draft that was left here before, and ways to keep and forget one. */
function useKeptDraft(name: string) {
  const [desk] = useState(() =>
    openDraft<Omit<Draft, 'photo' | 'files'>, Pick<Draft, 'photo' | 'files'>>(name),
  )
  const [offered, setOffered] = useState<Draft>()
  useEffect(
    function lookForDraft() {
      void desk.load().then((kept) => kept && setOffered({ ...kept.text, ...kept.files }))
    },
    [desk],
  )
  return {
    offered,
    save: ({ photo, files, ...text }: Draft) => {
      setOffered(undefined)
      void desk.save(text, { photo, files })
    },
    forget: () => {
      setOffered(undefined)
      void desk.drop()
    },
  }
}
