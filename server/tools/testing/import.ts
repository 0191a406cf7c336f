import type { Import, ImportKind, ImportMapping, ImportRow } from '#contract/imports.ts'

import { type TestAccount, type TestService, encodeForm } from './service.ts'

/** Imports of one kind, as an integrator would make them. */
export function importsOf(service: TestService, account: TestAccount, kind: ImportKind) {
  const base = `/api/x/${kind.slice(0, -1)}-imports`
  const authorization = `Bearer ${account.key}`

  const send = (method: 'GET' | 'POST', path = '', payload?: object) =>
    service.app.inject({ method, url: base + path, headers: { authorization }, ...(payload && { payload }) })

  const uploadFile = async (content: string | Uint8Array, headers: Record<string, string> = {}) => {
    const file = new File([content as Uint8Array<ArrayBuffer>], 'ours.csv', { type: 'text/csv' })
    const form = await encodeForm([['file', file]])
    return service.app.inject({
      method: 'POST',
      url: base,
      headers: { authorization, 'content-type': form.contentType, ...headers },
      payload: form.payload,
    })
  }

  /** Uploads a file that can be imported. */
  const upload = async (content: string | Uint8Array): Promise<Import> => {
    const answer = await uploadFile(content)
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json().data
  }

  const show = async (id: number): Promise<Import> => (await send('GET', `/${id}`)).json().data

  /** Checks with the columns as they were guessed, and those given by the name of the column; waits for the end. */
  const check = async (
    { id, columns }: Import,
    mapped: Record<string, string | null> = {},
    existing: ImportMapping['existing'] = 'skip',
    same_values: ImportMapping['same_values'] = {},
  ): Promise<Import> => {
    const answer = await send('POST', `/${id}/check`, {
      columns: columns.map(({ name, field }) => (name in mapped ? mapped[name] : field)),
      existing,
      same_values,
    })
    if (answer.statusCode !== 200) throw new Error(answer.body)
    await service.context.imports.settled()
    return show(id)
  }

  /** Starts what was checked, and waits for the end. */
  const start = async ({ id, checks }: Import): Promise<Import> => {
    const answer = await send('POST', `/${id}/start`, { checks })
    if (answer.statusCode !== 200) throw new Error(answer.body)
    await service.context.imports.settled()
    return show(id)
  }

  const rows = async (id: number, outcome = 'failed'): Promise<ImportRow[]> =>
    (await send('GET', `/${id}/rows?outcome=${outcome}&limit=100`)).json().data

  return { send, uploadFile, upload, show, check, start, rows }
}
