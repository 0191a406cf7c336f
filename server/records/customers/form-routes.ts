import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { createCustomer, updateCustomer as updateCustomerEndpoint } from '#contract/customers/writes.ts'
import type { NamePath } from '#contract/wire/multipart.ts'
import type { Context } from '#server/context.ts'
import { authorize } from '#server/platform/access/caller.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { type StoredResponse, claimIdempotencyKey } from '#server/platform/http/idempotency.ts'
import { mount } from '#server/platform/http/mount.ts'
import { type Expected, type MultipartBody, readMultipart } from '#server/platform/http/multipart/read.ts'
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

  // In a separate scope, so that only these endpoints leave a multipart body to their handler.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))

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
  if (!request.headers['content-type']) throw new HttpError('MALFORMED', 'Send this as multipart/form-data')
  const idempotent = claimIdempotencyKey(request, tenant, endpoint)
  const committed: string[] = []
  let body: MultipartBody | undefined
  try {
    const fields = await readDefinitions(tenant)
    body = await readMultipart(request, files, handling.expected(fields))
    const { fingerprint, problems } = body
    const stored = await idempotent?.storedResponse(fingerprint)
    if (stored) {
      return reply.code(stored.status).header('idempotency-replayed', 'true').type(jsonType).send(stored.body)
    }
    const form = await handling.parse(body, fields)
    if (!form) throw invalidInput('VALIDATION_FAILED', problems)
    const tokens = new Map<CheckedFile, string>()
    for (const file of [form.photo ?? [], ...form.values.flatMap((value) => value.files)].flat()) {
      const token = await files.commit(file.upload)
      committed.push(token)
      tokens.set(file, token)
    }
    const { response, removed } = await tenant.transaction(async (trx) => {
      const written = await handling.write(trx, form, { tokens })
      await idempotent?.storeResponse(trx, fingerprint, written.response)
      return written
    })
    publishCustomerChange(tenant, context)
    await files.remove(removed)
    return reply.code(response.status).type(jsonType).send(response.body)
  } catch (error) {
    // Any other fault may have come after the commit; files without a row are swept later.
    if (error instanceof HttpError) await files.remove(committed)
    throw error
  } finally {
    idempotent?.release()
    await body?.discard()
  }
}

/** After the commit: open screens read again. */
export function publishCustomerChange({ account }: Tenant, { live }: Pick<Context, 'live'>): void {
  live.publish(account, { topic: 'customers', id: null })
  live.publish(account, { topic: 'contacts', id: null })
}
