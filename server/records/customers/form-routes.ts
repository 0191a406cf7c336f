import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { createCustomer, updateCustomer as updateCustomerEndpoint } from '#contract/customers/writes.ts'
import type { NamePath } from '#contract/wire/multipart.ts'
import type { Context } from '#server/context.ts'
import { authorize } from '#server/platform/access/caller.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { StoredResponse } from '#server/platform/http/idempotency.ts'
import { mount } from '#server/platform/http/mount.ts'
import type { Expected, MultipartBody } from '#server/platform/http/multipart/read.ts'
import { submitForm, withForms } from '#server/platform/http/multipart/submit.ts'
import { requireVersion, sendVersion } from '#server/platform/http/versions.ts'
import { HttpError, invalidInput } from '#server/platform/lib/http-error.ts'

import { type Definition, readDefinitions } from './field-definitions.ts'
import type { KnownFields } from './field-texts.ts'
import type { CheckedFile, CustomerUpdate } from './form.ts'
import { expectedParts, parseCustomerForm, parseCustomerUpdate } from './intake.ts'
import { readCustomer } from './rows.ts'
import { readStored } from './stored.ts'
import { updateCustomer } from './update.ts'
import { addCustomers } from './writes.ts'

const jsonType = 'application/json; charset=utf-8'

type Form = Pick<CustomerUpdate, 'photo' | 'values'>
type Tokens = ReadonlyMap<CheckedFile, string>

/** The shared part of creation and update. */
interface FormHandling<Parsed extends Form> {
  expected(fields: readonly Definition[]): (path: NamePath) => Expected
  /** Returns undefined and leaves the reasons in `body.problems` if the form is invalid. */
  parse(body: MultipartBody, fields: readonly Definition[]): Promise<Parsed | undefined>
  /** Runs in a transaction; `removed` are the tokens of files that are no longer needed. */
  write(
    trx: Tenant,
    form: Parsed,
    given: { readonly tokens: Tokens },
  ): Promise<{ readonly response: StoredResponse; readonly removed: readonly string[] }>
}

/** Creation and update of a customer: the two endpoints that take a form with files. */
export function customerForms(app: FastifyInstance, context: Context, knownFields: KnownFields): void {
  const { publicUrl } = context

  withForms(app, (scope) => {
    mount(scope, context, createCustomer, async ({ tenant, caller, query, request, reply }) => {
      const { contact_id } = query
      if (contact_id !== undefined) authorize(caller, { ...createCustomer, ability: 'contacts.manage' })
      const suffix = contact_id === undefined ? '' : `?contact_id=${contact_id}`
      return submit(
        { tenant, context, request, reply, endpoint: `POST /api/customers${suffix}` },
        {
          expected: (fields) => expectedParts(fields),
          parse: parseCustomerForm,
          write: async (trx, form, { tokens }) => {
            const forms = [{ ...form, contactId: contact_id }]
            const options = { actor: caller, tokens, publicUrl: publicUrl() }
            const [data] = await addCustomers(trx, forms, options)
            const response = { status: createCustomer.status, body: JSON.stringify({ data }) }
            return { response, removed: [] }
          },
        },
      )
    })

    mount(
      scope,
      context,
      updateCustomerEndpoint,
      async ({ tenant, caller, params: { id }, request, reply }) => {
        const version = requireVersion(request)
        return submit(
          { tenant, context, request, reply, endpoint: `PUT /api/x/customers/${id}` },
          {
            expected: (fields) => expectedParts(fields, { isUpdate: true }),
            parse: async (body, fields) => {
              const stored = await readStored(tenant, id, publicUrl())
              // What the person saw is what the form is checked against.
              if (stored.row.version !== version) throw new HttpError('PRECONDITION_FAILED')
              return parseCustomerUpdate(body, fields, stored)
            },
            write: async (trx, form, { tokens }) => {
              const options = { caller, publicUrl: publicUrl(), tokens }
              const removed = await updateCustomer(trx, id, version, form, options)
              const customer = await readCustomer(trx, id, { fields: knownFields, publicUrl: publicUrl() })
              if (!customer) throw new HttpError('NOT_FOUND')
              sendVersion(reply, customer.version)
              return { response: { status: 200, body: `{"data":${customer.text}}` }, removed }
            },
          },
        )
      },
    )
  })
}

async function submit<Parsed extends Form>(
  call: {
    readonly tenant: Tenant
    readonly context: Context
    readonly request: FastifyRequest
    readonly reply: FastifyReply
    readonly endpoint: string
  },
  handling: FormHandling<Parsed>,
): Promise<FastifyReply> {
  const { tenant, context, request, reply, endpoint } = call
  const { files } = context
  const fields = await readDefinitions(tenant)
  const { status, body } = await submitForm<StoredResponse>(
    context,
    { tenant, request, reply },
    {
      operation: endpoint,
      expected: handling.expected(fields),
      replay: (stored) => stored,
      async handle({ form: read, keep, remember }) {
        const form = await handling.parse(read, fields)
        if (!form) throw invalidInput('VALIDATION_FAILED', read.problems)
        const tokens = new Map<CheckedFile, string>()
        for (const file of [form.photo ?? [], ...form.values.flatMap((value) => value.files)].flat())
          tokens.set(file, await keep(files.commit(file.upload)))
        const { response, removed } = await tenant.transaction(async (trx) => {
          const written = await handling.write(trx, form, { tokens })
          await remember(trx, written.response)
          return written
        })
        publishCustomerChange(tenant, context)
        await files.remove(removed)
        return response
      },
    },
  )
  return reply.code(status).type(jsonType).send(body)
}

/** After the commit: open screens read again. */
export function publishCustomerChange({ account }: Tenant, { live }: Pick<Context, 'live'>): void {
  live.publish(account, { topic: 'customers', id: null })
  live.publish(account, { topic: 'contacts', id: null })
}
