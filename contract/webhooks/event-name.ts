import * as z from 'zod/mini'

/** An endpoint may subscribe to any name of this form, even if this version doesn't send it: a later one may. */
export const EventName = z
  .string('Use a name like contact.created')
  .check(
    z.maxLength(100, 'An event name must be at most 100 characters'),
    z.regex(/^[a-z0-9_]+(\.[a-z0-9_]+)+$/, 'Use a name like contact.created: lowercase words joined by dots'),
  )
