import * as z from 'zod/mini'

import { countryCodes } from '../values/countries.ts'
import { endpoint } from '../wire/endpoint.ts'
import { Session } from './session.ts'
import { Email, NewPassword, PersonName, visible } from './sign-in.ts'

/** Surface X: how the first account comes to be. */

/** The first account and its owner. */
export const SetUp = z.object({
  token: z
    .string('The setup link is incomplete')
    .check(z.minLength(1, 'The setup link is incomplete'), z.maxLength(200, 'The setup link is incomplete')),
  account_name: z
    .string('Enter your business name')
    .check(
      z.trim(),
      z.minLength(1, 'Enter your business name'),
      z.maxLength(200, 'Use at most 200 characters'),
      visible,
    ),
  name: PersonName,
  email: Email,
  password: NewPassword,
  /** ISO 3166-1: what invoices start with follows from it. */
  country: z.optional(
    z
      .string('Choose a country')
      .check(
        z.refine((code) => code === '' || countryCodes.includes(code), 'Choose a country from the list'),
      ),
  ),
  /** Of the browser: where the business's days begin and end, until its settings say otherwise. One that is unknown is ignored. */
  time_zone: z.optional(z.string('time_zone must be text').check(z.maxLength(60, 'time_zone is too long'))),
})
export type SetUp = z.infer<typeof SetUp>

export const setUp = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/set-up',
  text: 'makes the first owner with the token of the one-time link and signs them in; `time_zone` is that of the browser, which an account without one of its own gets; from `country` (ISO 3166-1) follow the currency and the tax rate that its invoices start with',
  access: 'public',
  status: 201,
  body: SetUp,
  response: z.object({ data: Session }),
})
