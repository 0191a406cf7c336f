import { clear, createStore, delMany, getMany, promisifyRequest } from 'idb-keyval'

/** What a draft holds: text that changes with every key, and files, which are written only when they change. */
export interface Draft<Text, Files> {
  /** Milliseconds since 1970. */
  savedAt: number
  text: Text
  files: Files
}

/** Where one draft lives. Keep one for as long as the form is open. */
export interface DraftDesk<Text, Files> {
  load(): Promise<Draft<Text, Files> | undefined>
  /** Returns whether it is saved now; a browser may have no room, or no storage at all in a private window. */
  save(text: Text, files: Files): Promise<boolean>
  drop(): Promise<void>
  /** Call when the form is gone: its place is free for the next. */
  leave(): void
}

/**
 * A draft of that name. Each open form has a place of its own, so that two tabs never write over each other; a form
 * that opens takes over the newest draft nobody has open. After `clearDrafts` an open desk writes nothing more.
 */
export function openDraft<Text, Files>(name: string): DraftDesk<Text, Files> {
  const openedIn = era
  let claimed: Promise<Place> | undefined
  let written: Files | undefined
  let underWay: Promise<unknown> = Promise.resolve()
  // The database does in turn what it is asked in turn. Nothing is held back until it has answered what was before:
  // a page that is going away would not live to see that.
  const inTurn = (work: (keys: Keys) => Promise<void>): Promise<boolean> => {
    const place = (claimed ??= claim(name))
    place.catch(() => (claimed = undefined))
    const done = place
      .then((held) => work(keysOf(held.name)))
      .then(
        () => true,
        () => false,
      )
    underWay = Promise.all([underWay, done])
    return done
  }
  return {
    async load() {
      let draft: Draft<Text, Files> | undefined
      await inTurn(async (keys) => {
        const [kept, files] = await getMany<unknown>([...keys], shelf())
        if (!kept || !files) return
        written = files as Files
        draft = { ...(kept as { savedAt: number; text: Text }), files: files as Files }
      })
      return draft
    },
    save(text, files) {
      return inTurn(async ([textKey, filesKey]) => {
        if (openedIn !== era) return
        await shelf()('readwrite', (store) => {
          store.put({ savedAt: Date.now(), text }, textKey)
          if (files !== written) store.put(files, filesKey)
          // A page that is going away sees no response any more, and what waits for one would be dropped.
          store.transaction.commit()
          return promisifyRequest(store.transaction)
        })
        written = files
      })
    },
    async drop() {
      await inTurn(async (keys) => {
        await delMany([...keys], shelf())
        written = undefined
      })
    },
    leave() {
      void underWay.then(async () => {
        const place = await claimed?.catch(() => undefined)
        place?.release()
        claimed = undefined
      })
    },
  }
}

type Keys = readonly [text: string, files: string]
const keysOf = (place: string): Keys => [`${place}:text`, `${place}:files`]

interface Place {
  readonly name: string
  readonly release: () => void
}

const places = 5

/** Where this tab had its last draft. The page it was on may still be going away when the next one opens. */
const lastPlace = 'bureau.draft-place'
const goneWithinMs = 2_000

/** Of the places no other tab holds, the one with the newest draft. Throws when all are held. */
async function claim(name: string): Promise<Place> {
  const own = sessionStorage.getItem(lastPlace)
  const tried = await Promise.all(
    Array.from({ length: places }, (_, at) => `${name}:${at}`).map((place) => lock(place, place === own)),
  )
  const free = tried.filter((place) => place !== undefined)
  const kept = await getMany<{ savedAt: number } | undefined>(
    free.map((place) => keysOf(place.name)[0]),
    shelf(),
  ).catch(() => [])
  const newest = kept.reduce(
    (best, draft, at) => ((draft?.savedAt ?? 0) > (kept[best]?.savedAt ?? 0) ? at : best),
    0,
  )
  const [chosen] = free.splice(newest, 1)
  for (const place of free) place.release()
  if (!chosen) throw new Error('Too many drafts are open in other tabs')
  sessionStorage.setItem(lastPlace, chosen.name)
  return chosen
}

/** Holds the name for this tab until released; undefined when another tab has it, or if `waits` keeps it. */
function lock(name: string, waits: boolean): Promise<Place | undefined> {
  // Browsers offer locks on secure origins only; elsewhere tabs share a draft.
  if (!('locks' in navigator)) return Promise.resolve({ name, release: () => undefined })
  return new Promise((give) => {
    const how = waits ? { signal: AbortSignal.timeout(goneWithinMs) } : { ifAvailable: true }
    const hold = (held: Lock | null) =>
      held ? new Promise<void>((release) => give({ name, release })) : give(undefined)
    navigator.locks.request(`bureau-drafts:${name}`, how, hold).catch(() => give(undefined))
  })
}

/** Forgets every draft in this browser: whoever signs out leaves nothing behind. */
export async function clearDrafts(): Promise<void> {
  era += 1
  await clear(shelf()).catch(() => undefined)
}

let era = 0
let opened: ReturnType<typeof createStore> | undefined
const shelf = () => (opened ??= createStore('bureau-drafts', 'drafts'))
