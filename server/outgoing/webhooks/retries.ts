import { configIn } from '#server/outgoing/delivery/webhook-config.ts'

/** Returns how often a failed delivery is really retried: the configured number, within the service's schedule. */
export const retriesOf = (config: string | null, scheduleMs: readonly number[]): number =>
  Math.min(configIn(config)?.max_retries ?? scheduleMs.length, scheduleMs.length)
