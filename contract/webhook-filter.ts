/** What the list of webhooks can be narrowed to. `failing` includes disabled ones. */
export const webhookStates = ['failing', 'paused'] as const
export type WebhookState = (typeof webhookStates)[number]
