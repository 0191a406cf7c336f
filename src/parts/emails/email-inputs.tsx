import { Button, Text, TextInput, Textarea } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'

import { customerChanges } from '#api/customer-changes.ts'
import { session } from '#api/session.ts'
import type { LinkedKind } from '#contract/documents/linked-kinds.ts'
import { placeholdersOf } from '#contract/values/placeholders.ts'
import { useAttempt } from '#kit/attempt.ts'
import { Banner } from '#kit/banner.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'

import type { EmailForm } from './email-draft.ts'
import { EmailTemplateSelect } from './email-templates.tsx'
import { placeholderError } from './placeholder-error.tsx'

interface Props {
  form: EmailForm
  /** The emailed record. */
  noun?: string
  /** The number that stands in the text is only known once it is sent. */
  hasPlaceholder?: boolean
  /** The document that the email links to. */
  linked?: EmailedDocument | undefined
}

/** Recipients, subject and message of an email. */
export function EmailInputs({
  form: { draft, usual, templates, problems, setDraft },
  noun = 'invoice',
  hasPlaceholder = false,
  linked,
}: Props) {
  const marked = (name: 'subject' | 'message') =>
    templates &&
    placeholderError({
      text: draft[name],
      allowed: placeholdersOf[templates.kind],
      form: name === 'subject' ? 'line' : 'lines',
      onText: (text) => setDraft({ ...draft, [name]: text }),
    })
  return (
    <>
      {templates && (
        <EmailTemplateSelect
          templates={templates}
          usual={usual}
          onTexts={(texts) => setDraft({ ...draft, ...texts })}
        />
      )}
      <TextInput
        label="To"
        description="Separate several addresses with commas"
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        value={draft.to}
        error={problems.to}
        onChange={({ currentTarget }) => setDraft({ ...draft, to: currentTarget.value })}
      />
      <TextInput
        label="Subject"
        description={hasPlaceholder && `{number} becomes the ${noun} number`}
        dir="auto"
        value={draft.subject}
        error={marked('subject') ?? problems.subject}
        onChange={({ currentTarget }) => setDraft({ ...draft, subject: currentTarget.value })}
      />
      <Textarea
        label="Message"
        description={`The ${noun} is attached as a PDF`}
        dir="auto"
        autosize
        minRows={5}
        maxRows={12}
        value={draft.message}
        error={marked('message') ?? problems.message}
        onChange={({ currentTarget }) => setDraft({ ...draft, message: currentTarget.value })}
      />
      {linked && <DocumentLinkNote {...linked} />}
    </>
  )
}

/** The document that an email is about. */
export interface EmailedDocument {
  readonly kind: LinkedKind
  readonly customer_id: number
  readonly customer_name: string
}

const purposes: Readonly<Record<LinkedKind, string>> = {
  invoice: 'view and pay it',
  proposal: 'view and accept it',
  contract: 'review and sign it',
}

/** Says that the email ends with a link to the document, or why not, with the way to change that. */
function DocumentLinkNote({ kind, customer_id, customer_name }: EmailedDocument) {
  const { data: permissions } = useQuery(customerChanges.permissions({ ids: [customer_id] }))
  const { data: current } = useSuspenseQuery(session.current())
  const request = useAttempt(customerChanges.request())
  // Deleted in the meantime, or not known yet.
  if (!permissions || permissions.total === 0) return null
  const permission = `view-${kind}` as const
  if (permissions.having.get(permission))
    return (
      <Text size="sm" c="dimmed">
        A link to {purposes[kind]} follows the message.
      </Text>
    )
  return (
    <>
      <Banner
        icon={IconEyeOff}
        action={
          current.abilities.includes('customers.manage') && (
            <Button
              size="xs"
              variant="default"
              loading={request.isPending}
              onClick={() =>
                request.mutate({
                  kind: 'permissions',
                  customers: { ids: [customer_id] },
                  grant: [permission],
                })
              }
            >
              Allow {kind}s
            </Button>
          )
        }
      >
        <bdi>{customer_name}</bdi> can’t see {kind}s in the portal, so the email has no link to this one.
      </Banner>
      <InlineProblem error={request.error} />
    </>
  )
}
