import { createHash } from 'node:crypto'

import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import type { Overview } from '#contract/account/overview.ts'
import { listNotes } from '#contract/customers/notes.ts'
import { contracts } from '#contract/documents/contracts.ts'
import type {
  Contract,
  ContractInput,
  Proposal,
  ProposalInput,
  ProposalVersion,
} from '#contract/documents/documents.ts'
import { proposals } from '#contract/documents/proposals.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { openStore } from '#server/platform/startup/open-store.ts'
import { removeCustomers } from '#server/records/customers/writes.ts'
import { onPostgres } from '#server/tools/testing/data-dir.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { sampleLine } from '#server/tools/testing/samples.ts'
import { type TestAccount, startService } from '#server/tools/testing/service.ts'

import { answerDocument, viewDocument } from './answers.ts'
import { endDocuments } from './expiry.ts'
import { readVersion } from './rows.ts'

const service = await startService()
afterAll(() => service.close())
let accounts = 0
let account: TestAccount
let staff: Record<string, string>
let viewer: Record<string, string>
let customer: number

beforeEach(async () => {
  accounts += 1
  account = await service.account(`Account ${accounts}`, { rateLimit: 1_000_000 })
  staff = await service.session(account.id, 'staff')
  viewer = await service.session(account.id, 'viewer')
  customer = await addRecord(service.context, account.id, listNotes)
})

const year = new Date().toISOString().slice(0, 4)
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
type Kind = 'proposals' | 'contracts'
const texts = {
  title: 'Rebranding',
  currency: 'EUR',
  sections: [{ heading: 'Scope', text: 'A **new** sign\n\n- Letters\n- Lights' }],
  line_items: [sampleLine],
}
const proposalInput = (more: Partial<ProposalInput> = {}): ProposalInput => ({
  ...texts,
  customer_id: customer,
  valid_until: null,
  ...more,
})
const contractInput = (more: Partial<ContractInput> = {}): ContractInput => ({
  ...texts,
  customer_id: customer,
  starts_on: null,
  ends_on: null,
  ...more,
})
const match = (version: number) => ({ 'if-match': `"${version}"` })
const ask = (url: string, payload?: object, headers: Record<string, string> = {}) =>
  service.send('POST', `/api/x/${url}`, { ...staff, ...headers }, payload)
const propose = async (more: Partial<ProposalInput> = {}) => {
  const answer = await ask('proposals', proposalInput(more))
  expect(answer.json().error).toBeUndefined()
  return answer.json().data as Proposal
}
const agree = async (more: Partial<ContractInput> = {}) => {
  const answer = await ask('contracts', contractInput(more))
  expect(answer.json().error).toBeUndefined()
  return answer.json().data as Contract
}
const act = (kind: Kind, { id, version }: { id: number; version: number }, what: string, body: object = {}) =>
  ask(`${kind}/${id}/${what}`, body, match(version))
const done = async (kind: Kind, one: { id: number; version: number }, what: string, body: object = {}) => {
  const answer = await act(kind, one, what, body)
  expect(answer.json().error).toBeUndefined()
  return answer.json().data as Proposal & Contract
}
const who = { name: 'Zoë Ødegård', note: 'By phone' }
const accepted = async (more: Partial<ProposalInput> = {}) =>
  done('proposals', await done('proposals', await propose(more), 'send'), 'accept', who)
const read = async (kind: Kind, id: number) =>
  (await service.send('GET', `/api/x/${kind}/${id}`, staff)).json().data as Proposal & Contract
const activity = async () =>
  (await service.send('GET', `/api/customers/${customer}`, staff)).json().data.activity_log as Record<
    string,
    unknown
  >[]
const events = async () => {
  const rows = await account.tenant.select('event_log').select('body').orderBy('id').execute()
  return rows.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> })
}

describe('a draft', () => {
  test('is added, read, listed and changed, and two editors don’t overwrite each other', async () => {
    const draft = await propose({ valid_until: day(14) })
    expect(draft).toMatchObject({
      number: `DRAFT-${draft.id}`,
      status: 'draft',
      customer_name: 'Zoë Ødegård',
      total_amount: 205.7,
      valid_until: day(14),
      version: 1,
      editions: 0,
      sent_at: null,
      answer: null,
    })
    expect(draft.line_items.map(({ kind, total }) => [kind, total])).toEqual([
      ['item', 170],
      ['tax', 35.7],
    ])
    expect(
      proposals.show.response.safeParse({ data: await read('proposals', draft.id) }).error,
    ).toBeUndefined()
    const put = (title: string, version: number) =>
      service.send(
        'PUT',
        `/api/x/proposals/${draft.id}`,
        { ...staff, ...match(version) },
        proposalInput({ title }),
      )
    expect((await put('First', 1)).json().data).toMatchObject({ title: 'First', version: 2 })
    expect((await put('Second', 1)).statusCode).toBe(412)
    expect((await put('First', 2)).json().data).toMatchObject({ version: 2 + 1 - 1 })
    const list = (await service.send('GET', '/api/x/proposals', staff)).json()
    expect(proposals.list.response.safeParse(list).error).toBeUndefined()
    expect(list.data).toMatchObject([{ id: draft.id, title: 'First' }])
  })

  test('may be incomplete, but isn’t sent until it’s complete', async () => {
    const draft = await propose({ title: '', sections: [], line_items: [], valid_until: day(-3) })
    const answer = await act('proposals', draft, 'send')
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().error.details)).toEqual(['title', 'sections', 'valid_until'])
    const contract = await agree({ starts_on: day(9), ends_on: day(5) })
    const refused = await act('contracts', contract, 'send')
    expect(Object.keys(refused.json().error.details)).toEqual(['ends_on'])
  })

  test('is deleted with an entry in the audit log, unless it was sent before', async () => {
    const draft = await propose()
    const remove = (id: number) =>
      service.send('DELETE', `/api/x/proposals/${id}`, { ...staff, 'if-match': '*' })
    expect((await remove(draft.id)).statusCode).toBe(204)
    expect(
      await account.tenant
        .select('audit_log')
        .select('target_name')
        .where('action', '=', 'proposal.deleted')
        .execute(),
    ).toEqual([{ target_name: `DRAFT-${draft.id}` }])
    const sent = await done('proposals', await propose(), 'send')
    expect((await remove(sent.id)).statusCode).toBe(409)
    const revised = await done('proposals', sent, 'revise')
    const answer = await remove(revised.id)
    expect(answer.json().error.message).toBe('This proposal was sent before, so its versions have to be kept')
  })

  test('is found by its number, title and customer, in its status and for its customer', async () => {
    const draft = await agree({ title: 'Maintenance' })
    await done('contracts', await agree(), 'send')
    const list = async (query: string) => {
      const answer = (await service.send('GET', `/api/x/contracts?${query}`, staff)).json()
      expect(contracts.list.response.safeParse(answer).error).toBeUndefined()
      return answer
    }
    expect((await list('search=maint')).data).toMatchObject([{ id: draft.id }])
    expect((await list(`search=CON-${year}-0001`)).meta.total).toBe(1)
    expect((await list('search=%C3%B8deg')).meta.total).toBe(2)
    const sent = await list('status=sent&limit=1')
    expect(sent.meta.total).toBe(1)
    expect(sent.by_status).toEqual([
      { status: 'draft', count: 1 },
      { status: 'sent', count: 1 },
      { status: 'signed', count: 0 },
      { status: 'declined', count: 0 },
      { status: 'ended', count: 0 },
    ])
    expect((await list(`customer_id=${customer + 1}`)).data).toEqual([])
  })

  test('of the other kind is not found', async () => {
    const { id } = await propose()
    expect((await service.send('GET', `/api/x/contracts/${id}`, staff)).statusCode).toBe(404)
    expect((await ask(`contracts/${id}/send`, {}, match(1))).statusCode).toBe(404)
  })

  test('is written by staff, and a viewer only reads it', async () => {
    const draft = await propose()
    expect((await service.send('GET', `/api/x/proposals/${draft.id}`, viewer)).statusCode).toBe(200)
    const answer = await service.send(
      'POST',
      `/api/x/proposals/${draft.id}/send`,
      { ...viewer, ...match(1) },
      {},
    )
    expect(answer.statusCode).toBe(403)
  })
})

describe('sending', () => {
  test('gives the number and a version that never changes, with activity and event', async () => {
    const sent = await done('proposals', await propose(), 'send')
    expect(sent).toMatchObject({ number: `PRO-${year}-0001`, status: 'sent', editions: 1, version: 2 })
    expect((await activity())[0]).toMatchObject({
      event: 'sent',
      subject_type: 'proposal',
      subject_id: sent.id,
      subject_title: `PRO-${year}-0001`,
    })
    expect(await events()).toMatchObject([
      { type: 'document.sent', data: { id: sent.id, type: 'proposal', title: `Proposal PRO-${year}-0001` } },
    ])
    const put = await service.send(
      'PUT',
      `/api/x/proposals/${sent.id}`,
      { ...staff, ...match(2) },
      proposalInput({ title: 'Changed' }),
    )
    expect(put.statusCode).toBe(409)

    const revised = await done('proposals', sent, 'revise')
    expect(revised).toMatchObject({ status: 'draft', number: `PRO-${year}-0001`, editions: 1 })
    const changed = await service.send(
      'PUT',
      `/api/x/proposals/${sent.id}`,
      { ...staff, ...match(3) },
      proposalInput({ title: 'Changed' }),
    )
    const again = await done('proposals', changed.json().data, 'send')
    expect(again).toMatchObject({ number: `PRO-${year}-0001`, editions: 2, title: 'Changed' })
    const versions = `/api/x/proposals/${sent.id}/versions`
    const version = (edition: number) => service.send('GET', `${versions}/${edition}`, staff)
    const { data } = (await service.send('GET', versions, staff)).json()
    expect((await version(3)).statusCode).toBe(404)
    expect((await service.send('GET', `/api/x/contracts/${sent.id}/versions/1`, staff)).statusCode).toBe(404)
    expect(data).toMatchObject([
      { edition: 2, sent_by: 'Robin', answer: null },
      { edition: 1, sent_by: 'Robin', answer: null },
    ])
    const whole = await Promise.all(
      [2, 1].map(async (edition) => (await version(edition)).json().data as ProposalVersion),
    )
    expect(whole).toMatchObject([{ title: 'Changed' }, { title: 'Rebranding', sections: texts.sections }])
    for (const [index, { hashed, sha256 }] of whole.entries()) {
      expect(createHash('sha256').update(hashed).digest('hex')).toBe(sha256)
      expect(data[index].sha256).toBe(sha256)
    }
    expect(JSON.parse(whole[1]?.hashed ?? '')).toMatchObject({
      edition: 1,
      title: 'Rebranding',
      customer_id: customer,
    })
    expect(data[0].sha256).not.toBe(data[1].sha256)
  })

  test('hashes who sends it and when with what it says, as the company was then', async () => {
    const { data: before } = (await service.send('GET', '/api/x/company', staff)).json()
    const sent = await done('proposals', await propose(), 'send')
    const { data } = (await service.send('GET', `/api/x/proposals/${sent.id}/versions/1`, staff)).json()
    expect(JSON.parse(data.hashed)).toMatchObject({
      format: 2,
      sender: { name: before.name, address: before.address, tax_number: before.tax_number },
      sent_at: data.sent_at,
      sent_by: 'Robin',
    })
  })

  test('by many at the same time gives each its own number without gaps', async () => {
    const drafts = await Promise.all(Array.from({ length: 8 }, () => agree()))
    const sent = await Promise.all(drafts.map((draft) => done('contracts', draft, 'send')))
    expect(sent.map(({ number }) => number).toSorted()).toEqual(
      drafts.map((_, index) => `CON-${year}-${String(index + 1).padStart(4, '0')}`),
    )
    expect((await done('proposals', await propose(), 'send')).number).toBe(`PRO-${year}-0001`)
  })

  test('the same draft twice at the same time sends it once', async () => {
    const draft = await propose()
    const answers = await Promise.all([act('proposals', draft, 'send'), act('proposals', draft, 'send')])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  })

  test('takes no number for one that is incomplete', async () => {
    await act('proposals', await propose({ title: '' }), 'send')
    expect((await done('proposals', await propose(), 'send')).number).toBe(`PRO-${year}-0001`)
  })
})

describe('an answer', () => {
  test('that staff record says who said so and who recorded it, with activity and event', async () => {
    const proposal = await accepted()
    expect(proposal).toMatchObject({
      status: 'accepted',
      answer: { kind: 'accepted', ...who, recorded_by: 'Robin', address: null },
      viewed_at: null,
    })
    expect((await activity())[0]).toMatchObject({
      event: 'accepted',
      description: 'Proposal accepted by Zoë Ødegård',
    })
    const event = (await events()).at(-1)
    expect(event).toMatchObject({
      type: 'proposal.accepted',
      data: { id: proposal.id, status: 'accepted', total_amount: 205.7, answer: { ...who } },
    })
    expect(event?.data).not.toHaveProperty('sections')
    const contract = await done('contracts', await done('contracts', await agree(), 'send'), 'sign', who)
    expect(contract).toMatchObject({ status: 'signed', answer: { kind: 'signed' } })
    expect((await events()).at(-1)).toMatchObject({ type: 'contract.signed', data: { id: contract.id } })
    const declined = await done('proposals', await done('proposals', await propose(), 'send'), 'decline', who)
    expect(declined).toMatchObject({ status: 'declined', answer: { kind: 'declined' } })
    expect((await events()).at(-1)).toMatchObject({ type: 'proposal.declined', data: { id: declined.id } })
  })

  test('needs the name of who said so, and an open document of the version that was read', async () => {
    const sent = await done('proposals', await propose(), 'send')
    for (const name of [' ', 'Zoë\u202e', 'Zoë\u200f', 'Zoë\nØ'])
      expect((await act('proposals', sent, 'accept', { name, note: '' })).statusCode).toBe(422)
    expect((await act('proposals', { ...sent, version: 1 }, 'accept', who)).statusCode).toBe(412)
    await done('proposals', sent, 'accept', who)
    expect((await act('proposals', sent, 'decline', who)).statusCode).toBe(409)
    expect((await act('proposals', { ...sent, version: 3 }, 'revise')).statusCode).toBe(409)
  })

  test('of yes and no at the same time leaves one of them', async () => {
    const sent = await done('proposals', await propose(), 'send')
    const answers = await Promise.all([
      act('proposals', sent, 'accept', who),
      act('proposals', sent, 'decline', who),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  })

  test('of the customer is kept with their address and the hash of what they saw', async () => {
    const sent = await done('contracts', await agree(), 'send')
    const { db, dialect } = service.context.store
    const asCustomer = new Tenant(db, dialect, account.id, 'Zoë Ødegård')
    const by = {
      kind: 'customer',
      name: 'Zoë Ø.',
      note: '',
      address: '203.0.113.7',
      device: 'Firefox',
      link: null,
      mailbox: undefined,
    } as const
    const sign = (sha256: string) =>
      asCustomer.transaction((trx) =>
        answerDocument(trx, { kind: 'key' }, 'contract', { id: sent.id, sha256 }, { kind: 'agree', by }),
      )
    await asCustomer.transaction((trx) => viewDocument(trx, { kind: 'key' }, 'contract', sent.id))
    const version = await readVersion(account.tenant, sent.id)
    expect(version?.viewed_at).not.toBeNull()
    await expect(sign('0'.repeat(64))).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
    await sign(version?.sha256 ?? '')
    expect(await read('contracts', sent.id)).toMatchObject({
      status: 'signed',
      answer: { kind: 'signed', name: 'Zoë Ø.', recorded_by: null, address: '203.0.113.7' },
    })
    expect(JSON.stringify((await events()).at(-1))).not.toContain('203.0.113.7')
    expect((await activity())[0]).toMatchObject({ event: 'signed', caused_by: 'Zoë Ødegård' })
  })

  test('has a hash of its own over the hash of the version and everything that was answered', async () => {
    const proposal = await accepted()
    const { data } = (await service.send('GET', `/api/x/proposals/${proposal.id}/versions`, staff)).json()
    const { sha256, hashed, countersignature, ...answer } = data[0].answer
    expect(countersignature).toBeNull()
    expect(createHash('sha256').update(hashed).digest('hex')).toBe(sha256)
    expect(JSON.parse(hashed)).toEqual({ document_sha256: data[0].sha256, answer })
    expect((await events()).at(-1)?.data).toHaveProperty('answer', {
      kind: 'accepted',
      ...who,
      recorded_by: 'Robin',
      at: answer.at,
    })
  })

  test('waits on the overview until the business takes the next step', async () => {
    const waiting = async () => {
      const { data } = (await service.send('GET', '/api/x/overview', staff)).json()
      return (data as Overview).agreed_documents
    }
    const one = await accepted({ title: 'Sign' })
    const sent = await done('contracts', await agree(), 'send')
    expect(await waiting()).toMatchObject({ count: 1, documents: [{ id: one.id, title: 'Sign' }] })
    const signed = await done('contracts', sent, 'sign', who)
    expect(await waiting()).toEqual({
      count: 2,
      documents: [
        {
          id: one.id,
          kind: 'proposal',
          number: one.number,
          title: 'Sign',
          customer_id: customer,
          customer_name: 'Zoë Ødegård',
          total_amount: 205.7,
          currency: 'EUR',
          agreed_at: one.updated_at,
        },
        expect.objectContaining({ id: signed.id, kind: 'contract', agreed_at: signed.updated_at }),
      ],
    })
    await ask(`proposals/${one.id}/invoice`, {})
    await done('contracts', signed, 'countersign', { name: 'Kim', notify: false })
    expect(await waiting()).toEqual({ count: 0, documents: [] })
    const old = await accepted()
    await account.tenant
      .update('documents')
      .set({ updated_at: `${day(-31)}T00:00:00.000000Z` })
      .where('id', '=', old.id)
      .execute()
    expect(await waiting()).toEqual({ count: 0, documents: [] })
  })

  test('of a signed contract is countersigned once, by a person who may, with a hash over both', async () => {
    const sent = await done('contracts', await agree(), 'send')
    const name = { name: 'Maya Okafor', notify: false }
    expect((await act('contracts', sent, 'countersign', name)).statusCode).toBe(409)
    const signed = await done('contracts', sent, 'sign', who)
    expect(signed.answer?.countersignature).toBeNull()
    const asViewer = { ...viewer, ...match(signed.version) }
    expect((await ask(`contracts/${signed.id}/countersign`, name, asViewer)).statusCode).toBe(403)
    expect((await act('contracts', sent, 'countersign', name)).statusCode).toBe(412)
    expect((await act('contracts', signed, 'countersign', { ...name, name: ' ' })).statusCode).toBe(422)
    const mailed = await act('contracts', signed, 'countersign', { ...name, notify: true })
    expect(mailed.json().error.message).toContain('SMTP_URL')
    const both = await done('contracts', signed, 'countersign', name)
    expect(both.status).toBe('signed')
    const countersignature = both.answer?.countersignature
    expect(countersignature).toMatchObject({ name: 'Maya Okafor', signed_by: 'Robin' })
    const { sha256, hashed, ...kept } = countersignature ?? { sha256: '', hashed: '' }
    expect(createHash('sha256').update(hashed).digest('hex')).toBe(sha256)
    const { data } = (await service.send('GET', `/api/x/contracts/${sent.id}/versions`, staff)).json()
    expect(data[0].answer.countersignature).toEqual(countersignature)
    expect(JSON.parse(hashed)).toEqual({
      document_sha256: data[0].sha256,
      answer_sha256: both.answer?.sha256,
      countersignature: kept,
    })
    expect((await activity())[0]).toMatchObject({ description: 'Contract countersigned by Maya Okafor' })
    expect((await act('contracts', both, 'countersign', name)).statusCode).toBe(409)
  })

  test('from before answers had a hash stays as it was', async () => {
    const proposal = await accepted()
    const stored = {
      kind: 'accepted',
      ...who,
      recorded_by: 'Robin',
      address: null,
      at: proposal.answer?.at ?? '',
    }
    await account.tenant
      .update('document_versions')
      .set({ answer: JSON.stringify(stored), answer_sha256: null })
      .where('document_id', '=', proposal.id)
      .execute()
    expect((await read('proposals', proposal.id)).answer).toEqual({
      ...stored,
      device: null,
      link: null,
      sha256: null,
      hashed: null,
      countersignature: null,
    })
  })

  test('is in the audit log with who gave or recorded it', async () => {
    await accepted()
    await done('contracts', await done('contracts', await agree(), 'send'), 'sign', who)
    await done('proposals', await done('proposals', await propose(), 'send'), 'decline', who)
    await done('contracts', await done('contracts', await agree(), 'send'), 'decline', who)
    const entries = await account.tenant
      .select('audit_log')
      .select(['action', 'action_group', 'actor_kind', 'actor_name', 'target_kind', 'target_name', 'changes'])
      .where('action_group', '=', 'answers')
      .orderBy('id')
      .execute()
    expect(entries.map(({ action }) => action)).toEqual([
      'proposal.accepted',
      'contract.signed',
      'proposal.declined',
      'contract.declined',
    ])
    expect(entries[1]).toMatchObject({
      actor_kind: 'staff',
      actor_name: 'Robin',
      target_kind: 'contract',
      target_name: `CON-${year}-0001`,
    })
    expect(entries[1]?.changes).toContain(who.name)
  })

  test('of a customer who opens a proposal makes it viewed, once', async () => {
    const sent = await done('proposals', await propose(), 'send')
    const open = () =>
      account.tenant.transaction((trx) => viewDocument(trx, { kind: 'key' }, 'proposal', sent.id))
    await open()
    const viewed = await read('proposals', sent.id)
    expect(viewed).toMatchObject({ status: 'viewed', version: 3 })
    await open()
    expect(await read('proposals', sent.id)).toEqual(viewed)
    expect((await activity()).filter(({ event }) => event === 'viewed')).toHaveLength(1)
  })
})

describe('converting', () => {
  test('an accepted proposal drafts an invoice with its lines, once unless asked again', async () => {
    const proposal = await accepted()
    const convert = (body: object = {}) => ask(`proposals/${proposal.id}/invoice`, body)
    const answers = await Promise.all([convert(), convert()])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
    const [{ id }] = answers.filter(({ statusCode }) => statusCode === 201).map((one) => one.json().data)
    const invoice = (await service.send('GET', `/api/x/invoices/${id}`, staff)).json().data
    expect(invoice).toMatchObject({ status: 'draft', customer_id: customer, total_amount: 205.7 })
    expect(invoice.line_items[0]).toMatchObject({ ...sampleLine, total: 170 })
    const again = await convert({ again: true })
    expect(again.statusCode).toBe(201)
    expect((await read('proposals', proposal.id)).conversions).toMatchObject([
      { target: 'invoice', id },
      { target: 'invoice', id: again.json().data.id },
    ])
  })

  test('an accepted proposal drafts a contract with its text, which names it', async () => {
    const proposal = await accepted()
    const { id } = (await ask(`proposals/${proposal.id}/contract`, {})).json().data
    const contract = await read('contracts', id)
    expect(contracts.show.response.safeParse({ data: contract }).error).toBeUndefined()
    expect(contract).toMatchObject({
      status: 'draft',
      title: 'Rebranding',
      sections: texts.sections,
      total_amount: 205.7,
      proposal: { id: proposal.id, number: proposal.number },
    })
    expect((await ask(`proposals/${proposal.id}/contract`, {})).statusCode).toBe(409)
  })

  test('is for accepted proposals of customers who exist', async () => {
    const sent = await done('proposals', await propose(), 'send')
    expect((await ask(`proposals/${sent.id}/invoice`, {})).statusCode).toBe(409)
    const proposal = await accepted()
    await account.tenant.transaction((trx) => removeCustomers(trx, { kind: 'key' }, [customer]))
    const answer = await ask(`proposals/${proposal.id}/invoice`, {})
    expect(answer.json().error.message).toBe('The customer was deleted. Restore them first')
    expect(await read('proposals', proposal.id)).toMatchObject({ customer_name: 'Zoë Ødegård' })
  })

  test('a duplicate is a new draft with the same content', async () => {
    const sent = await done('contracts', await agree({ ends_on: day(30) }), 'send')
    const { data } = (await ask(`contracts/${sent.id}/duplicate`)).json()
    expect(data).toMatchObject({ status: 'draft', title: 'Rebranding', ends_on: day(30), editions: 0 })
    expect(data.line_items).toEqual(sent.line_items)
    expect(data.number).toBe(`DRAFT-${data.id}`)
  })
})

describe('the last day', () => {
  const sweep = (store = service.context.store, nowMs = Date.now()) =>
    endDocuments({ store, live: service.context.live }, nowMs)
  const inDays = (days: number) => Date.now() + days * 86_400_000

  test('ends open proposals and signed contracts after it, and nothing else', async () => {
    await sweep(undefined, inDays(60))
    const open = await done('proposals', await propose({ valid_until: day(2) }), 'send')
    const settled = await accepted({ valid_until: day(2) })
    const signed = await done(
      'contracts',
      await done('contracts', await agree({ ends_on: day(2) }), 'send'),
      'sign',
      who,
    )
    const unsigned = await done('contracts', await agree({ ends_on: day(2) }), 'send')
    const draft = await propose({ valid_until: day(2) })
    expect(await sweep(undefined, inDays(1))).toBe(0)
    expect(await sweep(undefined, inDays(4))).toBe(2)
    expect(await sweep(undefined, inDays(4))).toBe(0)
    expect((await read('proposals', open.id)).status).toBe('expired')
    expect((await read('proposals', settled.id)).status).toBe('accepted')
    expect((await read('contracts', signed.id)).status).toBe('ended')
    expect((await read('contracts', unsigned.id)).status).toBe('sent')
    expect((await read('proposals', draft.id)).status).toBe('draft')
    expect((await activity()).filter(({ event }) => event === 'expired')).toHaveLength(1)
  })

  test.runIf(onPostgres)('is noticed once by two processes', async () => {
    await sweep(undefined, inDays(60))
    for (let count = 0; count < 5; count += 1)
      await done('proposals', await propose({ valid_until: day(2) }), 'send')
    const other = await openStore(service.context.config)
    const counts = await Promise.all([sweep(undefined, inDays(4)), sweep(other, inDays(4))])
    await other.close()
    expect(counts[0] + counts[1]).toBe(5)
    expect((await activity()).filter(({ event }) => event === 'expired')).toHaveLength(5)
  })

  test('is still one on which a proposal can be accepted', async () => {
    expect(await accepted({ valid_until: day(0) })).toMatchObject({ status: 'accepted' })
  })

  test('once passed, keeps an answer out even before it was noticed', async () => {
    const sent = await done('proposals', await propose({ valid_until: day(2) }), 'send')
    await account.tenant
      .update('documents')
      .set({ ends_on: day(-3) })
      .where('id', '=', sent.id)
      .execute()
    const answer = await act('proposals', sent, 'accept', who)
    expect(answer.json().error.message).toBe('This proposal has expired')
  })

  test('of a contract can be today', async () => {
    const signed = await done('contracts', await done('contracts', await agree(), 'send'), 'sign', who)
    expect(await done('contracts', signed, 'end')).toMatchObject({ status: 'ended' })
    expect((await act('contracts', { ...signed, version: 4 }, 'end')).statusCode).toBe(409)
  })
})

test('characters that turn the direction of text are refused in titles, headings and texts', async () => {
  const sections = [{ heading: 'Of\u202efer', text: 'For\u2066 you' }]
  const body = proposalInput({ title: 'Re\u202dbranding', sections })
  const answer = await service.send('POST', '/api/x/proposals', staff, body)
  expect(answer.statusCode).toBe(422)
  expect(Object.keys(answer.json().error.details)).toEqual(['title', 'sections.0.heading', 'sections.0.text'])
})

test('a list of versions has none of their texts, however long they are', async () => {
  const long = { heading: 'Long', text: '"'.repeat(20_000) }
  const sections = Array.from({ length: 2 }, () => long)
  const body = proposalInput({ sections })
  let proposal = (await service.send('POST', '/api/x/proposals', staff, body)).json().data as Proposal
  for (let edition = 1; edition <= 3; edition += 1) {
    proposal = await done('proposals', proposal, 'send')
    if (edition < 3) proposal = await done('proposals', proposal, 'revise')
  }
  const answer = await service.send('GET', `/api/x/proposals/${proposal.id}/versions`, staff)
  expect(answer.json().data).toHaveLength(3)
  expect(answer.rawPayload.length).toBeLessThan(2_000)
})
