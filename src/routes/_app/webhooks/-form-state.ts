import { type UseFormReturn, useForm } from 'react-hook-form'

import type { ApiError } from '#api/errors.ts'
import { type WebhookForm, fieldPathOf, webhookProblems } from '#api/webhook-form.ts'
import { resolverFrom } from '#kit/form.tsx'

/** The form of an endpoint, validated by the contract. */
export function useWebhookForm(start: WebhookForm): UseFormReturn<WebhookForm> {
  return useForm<WebhookForm>({ defaultValues: start, resolver, shouldFocusError: false })
}

/** Shows the service's validation errors at their inputs. Returns the names that have one. */
export function showFieldErrors(form: UseFormReturn<WebhookForm>, error: ApiError): readonly string[] {
  return Object.entries(error.fields).flatMap(([name, message]) => {
    const path = fieldPathOf(name, form.getValues())
    if (path === undefined) return []
    form.setError(path as keyof WebhookForm, { type: 'server', message })
    return [name]
  })
}

const resolver = resolverFrom<WebhookForm>((values) => Object.entries(webhookProblems(values)))
