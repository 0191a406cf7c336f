import { clear, createStore, delMany, getMany, promisifyRequest } from 'idb-keyval'

import { jsonOf } from './json-text.ts'

/** A saved form: text, which changes with every key, and files, which are written only when they change. */
export interface Draft<Text, Files> {
  /** Milliseconds since 1970. */
  savedAt: number
  text: Text
  files: Files
}

/** One draft in this browser's database. Keep one store for as long as the form is open. */
export interface DraftStore<Text, Files> {
  load(): Promise<Draft<Text, Files> | undefined>
  /** Returns whether it is saved now; a browser may have no room, or no storage at all in a private window. */
  save(text: Text, files: Files): Promise<boolean>
  drop(): Promise<void>
  /** Call when the form is closed: its slot is free for the next one. */
  release(): void
}

/**
 * Returns the store of a draft. Each open form has a slot to itself, so that two tabs never write over each other's draft:
 * `newest` takes the slot with the newest draft that isn't open anywhere, `empty` one without a draft, or with the oldest.
 * After `clearDrafts` an open store writes nothing more.
 */
export function openDraft<Text, Files>(
  name: string,
  wants: 'newest' | 'empty' = 'newest',
): DraftStore<Text, Files> {
  const openedIn = era
  let acquired: Promise<Slot> | undefined
  let slotName: string | undefined
  let written: Files | undefined
  let pending: Promise<unknown> = Promise.resolve()
  // The database works through its requests in order. Nothing waits for the one before: a page that is being closed
  // wouldn't live to see it.
  const enqueue = (work: (keys: Keys) => Promise<void>): Promise<boolean> => {
    const slot = (acquired ??= acquireSlot(name, wants))
    slot.catch(() => (acquired = undefined))
    const done = slot
      .then((held) => {
        slotName = held.name
        return work(keysOf(held.name))
      })
      .then(
        () => true,
        () => false,
      )
    pending = Promise.all([pending, done])
    return done
  }
  return {
    async load() {
      let draft: Draft<Text, Files> | undefined
      await enqueue(async (keys) => {
        const [stored, files] = await getMany<unknown>([...keys], db())
        const saved = newer(stored as Saved<Text> | undefined, handOver.read<Text>(keys[0]))
        if (!saved) return
        written = files as Files | undefined
        draft = { ...saved, files: (files ?? {}) as Files }
        if (saved !== stored) await put([[keys[0], saved]])
        handOver.clear()
      })
      return draft
    },
    save(text, files) {
      const saved: Saved<Text> = { savedAt: Date.now(), text }
      if (document.hidden && slotName !== undefined && openedIn === era)
        handOver.write(keysOf(slotName)[0], saved)
      return enqueue(async ([textKey, filesKey]) => {
        if (openedIn !== era) return
        await put([[textKey, saved], ...(files === written ? [] : [[filesKey, files] as const])])
        written = files
        handOver.clear()
      })
    },
    async drop() {
      await enqueue(async (keys) => {
        handOver.clear()
        await delMany([...keys], db())
        written = undefined
      })
    },
    release() {
      void pending.then(async () => {
        const slot = await acquired?.catch(() => undefined)
        slot?.release()
        acquired = undefined
      })
    },
  }
}

const put = (entries: readonly (readonly [key: string, value: unknown])[]): Promise<void> =>
  db()('readwrite', (store) => {
    for (const [key, value] of entries) store.put(value, key)
    // A page that is being closed sees no response any more, and what waits for one would be dropped.
    store.transaction.commit()
    return promisifyRequest(store.transaction)
  })

interface Saved<Text> {
  readonly savedAt: number
  readonly text: Text
}

type Keys = readonly [text: string, files: string]
const keysOf = (slot: string): Keys => [`${slot}:text`, `${slot}:files`]

interface Slot {
  readonly name: string
  readonly release: () => void
}

const slotCount = 5
const closesWithinMs = 2_000

/** Returns a slot that no other tab has open. Throws when all of them are. */
async function acquireSlot(name: string, wants: 'newest' | 'empty'): Promise<Slot> {
  const names = Array.from({ length: slotCount }, (_, index) => `${name}:${index}`)
  // The page that this tab showed before may still be closing.
  const closing = tabSlots.read()
  const tried = await Promise.all(
    names.filter((slot) => !openHere.has(slot)).map((slot) => lock(slot, closing.includes(slot))),
  )
  const free = tried.filter((slot) => slot !== undefined)
  const keys = free.map((slot) => keysOf(slot.name)[0])
  const saved = await getMany<Saved<unknown> | undefined>(keys, db()).catch(() => [])
  const ages = keys.map((key, index) => newer(saved[index], handOver.read(key))?.savedAt ?? 0)
  const best = wants === 'newest' ? Math.max(...ages) : Math.min(...ages)
  const [chosen] = free.splice(ages.indexOf(best), 1)
  for (const slot of free) slot.release()
  if (!chosen) throw new Error('Too many drafts are open in other tabs')
  openHere.add(chosen.name)
  tabSlots.write([...openHere])
  return {
    name: chosen.name,
    release() {
      chosen.release()
      openHere.delete(chosen.name)
      tabSlots.write([...openHere])
    },
  }
}

/** The slots that forms of this page have open. */
const openHere = new Set<string>()

/** Remembers them for the next page of this tab, which may open before this one has closed. */
const tabSlots = {
  key: 'bureau.draft-slots',
  read: (): string[] => (sessionStorage.getItem(tabSlots.key) ?? '').split(' '),
  write: (names: readonly string[]) => sessionStorage.setItem(tabSlots.key, names.join(' ')),
}

/**
 * The text of a page that is being hidden, for the next page of this tab. A browser may drop what a closing page writes to
 * its database, the first write above all, while this storage is written before the page can go.
 */
const handOver = {
  name: 'bureau.draft',
  read<Text>(key: string): Saved<Text> | undefined {
    const [of, saved] = (jsonOf(sessionStorage.getItem(handOver.name) ?? '[]') ?? []) as [
      string?,
      Saved<Text>?,
    ]
    return of === key ? saved : undefined
  },
  write(...draft: [key: string, saved: Saved<unknown>]) {
    try {
      sessionStorage.setItem(handOver.name, JSON.stringify(draft))
    } catch {
      // No room: the database has to do.
    }
  },
  clear: () => sessionStorage.removeItem(handOver.name),
}

const newer = <Text>(a: Saved<Text> | undefined, b: Saved<Text> | undefined): Saved<Text> | undefined =>
  (a?.savedAt ?? 0) < (b?.savedAt ?? 0) ? b : a

/** Locks the slot for this tab until released; undefined when another tab has it, or keeps it although `waits`. */
function lock(name: string, waits: boolean): Promise<Slot | undefined> {
  // Browsers offer locks on secure origins only; elsewhere tabs share a draft.
  if (!('locks' in navigator)) return Promise.resolve({ name, release: () => undefined })
  return new Promise((resolve) => {
    const options = waits ? { signal: AbortSignal.timeout(closesWithinMs) } : { ifAvailable: true }
    const keep = (held: Lock | null) =>
      held ? new Promise<void>((release) => resolve({ name, release })) : resolve(undefined)
    navigator.locks.request(`bureau-drafts:${name}`, options, keep).catch(() => resolve(undefined))
  })
}

/** Deletes every draft in this browser, so that signing out leaves nothing behind. */
export async function clearDrafts(): Promise<void> {
  era += 1
  handOver.clear()
  await clear(db()).catch(() => undefined)
}

let era = 0
let opened: ReturnType<typeof createStore> | undefined
const db = () => (opened ??= createStore('bureau-drafts', 'drafts'))
