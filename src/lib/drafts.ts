import { clear, createStore, delMany, getMany, setMany } from 'idb-keyval'

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
  /** Gives whether it is saved now; a browser may have no room, or no storage at all in a private window. */
  save(text: Text, files: Files): Promise<boolean>
  drop(): Promise<void>
}

/** The draft of that name. After `clearDrafts` an open desk writes nothing more. */
export function openDraft<Text, Files>(name: string): DraftDesk<Text, Files> {
  const openedIn = era
  const [textKey, filesKey] = [`${name}:text`, `${name}:files`]
  let written: Files | undefined
  let queue = Promise.resolve(true)

  const inTurn = (work: () => Promise<void>) => {
    queue = queue.then(work).then(
      () => true,
      () => false,
    )
    return queue
  }

  return {
    async load() {
      try {
        const [kept, files] = await getMany<unknown>([textKey, filesKey], shelf())
        if (!kept || !files) return undefined
        written = files as Files
        return { ...(kept as { savedAt: number; text: Text }), files: files as Files }
      } catch {
        return undefined
      }
    },
    save(text, files) {
      return inTurn(async () => {
        if (openedIn !== era) return
        const kept: [IDBValidKey, unknown] = [textKey, { savedAt: Date.now(), text }]
        await setMany(files === written ? [kept] : [kept, [filesKey, files]], shelf())
        written = files
      })
    },
    async drop() {
      await inTurn(async () => {
        await delMany([textKey, filesKey], shelf())
        written = undefined
      })
    },
  }
}

/** Forgets every draft in this browser: whoever signs out leaves nothing behind. */
export async function clearDrafts(): Promise<void> {
  era += 1
  await clear(shelf()).catch(() => undefined)
}

let era = 0
let opened: ReturnType<typeof createStore> | undefined
const shelf = () => (opened ??= createStore('bureau-drafts', 'drafts'))
