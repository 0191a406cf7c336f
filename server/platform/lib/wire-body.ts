import type { WebhookConfig } from '#contract/webhooks/config.ts'

/**
 * The body of a delivery as it goes out, made from its payload alone. `form` is one field, `payload`, with the JSON;
 * the signature covers the encoded form.
 */
export const wireBody = (payload: string, format: WebhookConfig['payload_format']): string =>
  format === 'form' ? new URLSearchParams({ payload }).toString() : payload
