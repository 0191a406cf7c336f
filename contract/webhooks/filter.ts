/** States that the list of webhooks can be filtered by. `failing` includes disabled ones. */
export const webhookStates = ['failing', 'paused'] as const
export type WebhookState = (typeof webhookStates)[number]
