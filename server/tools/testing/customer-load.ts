import { setTimeout as delay } from 'node:timers/promises'

import { Agent, FormData, fetch } from 'undici'

/** Creates customers through the API as an integrator would, and keeps which of them were acknowledged. */
export class CustomerLoad {
  /** Id of every customer whose 201 was read, with the time it was. */
  readonly acknowledged = new Map<number, number>()
  /** Every other status that was read. */
  readonly refused: number[] = []
  readonly #origin: () => string
  readonly #key: string
  readonly #photo: Blob
  readonly #agent = new Agent({ allowH2: false })

  constructor(origin: () => string, key: string, photo: Buffer) {
    this.#origin = origin
    this.#key = key
    this.#photo = new Blob([new Uint8Array(photo)], { type: 'image/png' })
  }

  /** One after the other until `signal` says stop; a service that is away is asked again. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.create().catch(() => delay(20))
    }
  }

  async create(): Promise<void> {
    const form = new FormData()
    const fields = { email: 'ada@example.com', name: 'Ada', last_name: 'Lovelace', phone: '+44 20 7946 0100' }
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('business_information[company_name]', 'Engines')
    form.append('profile_photo_path', this.#photo, 'ada.png')
    const answer = await fetch(`${this.#origin()}/api/customers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#key}` },
      body: form,
      dispatcher: this.#agent,
    })
    const { data } = (await answer.json()) as { data: { id: number } }
    if (answer.status === 201) return void this.acknowledged.set(data.id, performance.now())
    this.refused.push(answer.status)
    throw new Error(`${answer.status} instead of 201`)
  }

  close(): Promise<void> {
    return this.#agent.destroy()
  }
}
