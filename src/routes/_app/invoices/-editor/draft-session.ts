import { connection, watchConnection } from '#api/connection.ts'
import { ApiError } from '#api/errors.ts'
import {
  type DraftForm,
  type DraftPath,
  draftFormOf,
  draftPathOf,
  draftProblems,
  invoiceBody,
} from '#api/invoice-draft.ts'
import { invoiceWrites } from '#api/invoice-writes.ts'
import { versionOf } from '#api/invoices.ts'
import type { DraftInput } from '#contract/invoices/drafts.ts'
import type { InvoiceDetails } from '#contract/invoices/invoices.ts'
import { isEditable } from '#contract/invoices/states.ts'
import { type Attempt, Autosave, type SaveState } from '#lib/autosave.ts'
import type { Conflict, Merge } from '#lib/merge.ts'
import { newKey } from '#lib/new-key.ts'
import { createStore } from '#lib/store.ts'
import { type DraftPart, mergeDrafts, withPart } from '#parts/lines/draft-merge.ts'
import { type DraftAction, reduceDraft } from '#parts/lines/draft-reducer.ts'

/** State of the editor. */
export interface DraftView {
  readonly form: DraftForm
  readonly save: SaveState<ApiError>
  /** Errors by the path of the input. */
  readonly problems: ReadonlyMap<DraftPath, string>
  /** The result of merging with someone else's changes. */
  readonly merge: (Merge<DraftForm, DraftPart> & { readonly round: number }) | undefined
  /** Nothing is saved until the person has chosen between the two versions. */
  readonly isChoosing: boolean
  /** As it was saved last; undefined for a draft that doesn't exist yet. */
  readonly invoice: InvoiceDetails | undefined
}

interface Content {
  readonly form: DraftForm
  readonly body: DraftInput
}

interface Options {
  /** The draft to continue; undefined for a new one. */
  readonly start: InvoiceDetails | undefined
  readonly blank: DraftForm
  /** Reads the draft as it is now. */
  readonly latest: (id: number) => Promise<InvoiceDetails>
  readonly onCreated: (id: number) => void
}

/** One draft that is open in the editor and saved while it is edited. What others save first is merged, not overwritten. */
export class DraftSession {
  readonly #options: Options
  readonly #view: ReturnType<typeof createStore<DraftView>>
  readonly #autosave: Autosave<Content, ApiError>
  /** The stored draft, as the editor holds it. */
  #base: DraftForm
  #refused: ReadonlyMap<DraftPath, string> = new Map()
  #stopWatching: (() => void) | undefined

  constructor(options: Options) {
    const { start, blank } = options
    const form = start ? draftFormOf(start) : blank
    this.#options = options
    this.#base = form
    this.#view = createStore<DraftView>({
      form,
      save: { kind: 'saved' },
      problems: new Map(),
      merge: undefined,
      isChoosing: false,
      invoice: start,
    })
    const content = start ? { form, body: invoiceBody(form) } : null
    this.#autosave = new Autosave<Content, ApiError>(
      {
        textOf,
        send: (attempt) => this.#send(attempt),
        outcomeOf,
        onState: (save) => this.#show({ save: this.#isUntouched() ? { kind: 'saved' } : save }),
        freshKey: newKey,
      },
      { content, text: content ? textOf(content) : '', version: start && versionOf(start) },
    )
  }

  readonly get = (): DraftView => this.#view.get()
  readonly subscribe = (listener: () => void): (() => void) => this.#view.subscribe(listener)

  readonly dispatch = (action: DraftAction): void => {
    this.#refused = new Map()
    this.#show({ form: reduceDraft(this.get().form, action) })
    this.#changed()
  }

  /** Keeps one of two versions of a part. */
  readonly choose = ({ path }: Pick<Conflict<DraftPart>, 'path'>, value: unknown): void =>
    this.dispatch({ kind: 'replace', form: withPart(this.get().form, path, value) })

  /** Ends the choice between two versions, and saves. */
  readonly confirmChoice = (): void => {
    this.#show({ isChoosing: false, merge: undefined })
    this.#changed()
    void this.flush()
  }

  /** Saves at once. Returns whether everything is saved then. */
  readonly flush = (): Promise<boolean> =>
    this.hasUnsaved() ? this.#autosave.flush() : Promise.resolve(true)

  readonly hasUnsaved = (): boolean => !this.#isUntouched() && this.#autosave.hasUnsaved()

  /** Stops saving: the draft is gone. */
  readonly discard = (): void => this.#autosave.close()

  /** Begins to save. Returns what ends it. */
  readonly open = (): (() => void) => {
    this.#autosave.open()
    this.#stopWatching = watchConnection(() => {
      if (connection() === 'online' && this.get().save.kind === 'failed') void this.flush()
    })
    return () => {
      this.#stopWatching?.()
      this.#autosave.close()
    }
  }

  #show(more: Partial<DraftView>): void {
    const view = { ...this.get(), ...more }
    const problems = new Map([...this.#refused, ...draftProblems(view.form)])
    // Inputs without any aren’t drawn again.
    const isClean = problems.size === 0 && view.problems.size === 0
    this.#view.set({ ...view, problems: isClean ? view.problems : problems })
  }

  /** Nobody has written anything into a new draft. */
  #isUntouched(): boolean {
    const { invoice, form } = this.get()
    return invoice === undefined && form === this.#options.blank
  }

  #changed(): void {
    const { form, isChoosing } = this.get()
    const isReady = !isChoosing && form.customer !== null && draftProblems(form).size === 0
    this.#autosave.change(isReady ? { form, body: invoiceBody(form) } : null)
  }

  async #send({ content, key, version }: Attempt<Content>): Promise<string> {
    const { invoice } = this.get()
    try {
      const saved = invoice
        ? await invoiceWrites.updateDraft(invoice.id, content.body, { key, version })
        : await invoiceWrites.createDraft(content.body, key)
      this.#base = content.form
      this.#show({ invoice: saved })
      if (!invoice) this.#options.onCreated(saved.id)
      return versionOf(saved)
    } catch (error) {
      if (error instanceof ApiError) await this.#onRefusal(error)
      throw error
    }
  }

  async #onRefusal(error: ApiError): Promise<void> {
    const { invoice, form } = this.get()
    const placed = Object.entries(error.fields).map(
      ([name, message]) => [draftPathOf(name, form) ?? 'lines', message] as const,
    )
    this.#refused = new Map(placed)
    this.#show({})
    if (error.kind === 'changed' && invoice) await this.#takeTheirs(invoice.id).catch(() => undefined)
  }

  /** Reads the latest version and merges the edits made here into it. */
  async #takeTheirs(id: number): Promise<void> {
    const theirs = await this.#options.latest(id)
    if (!isEditable(theirs.status)) return
    const values = draftFormOf(theirs)
    const { form, merge } = this.get()
    const merged = mergeDrafts({ base: this.#base, mine: form, theirs: values })
    this.#base = values
    const isChoosing = merged.conflicts.length > 0
    this.#show({
      invoice: theirs,
      form: merged.merged,
      isChoosing,
      merge: { ...merged, round: (merge?.round ?? 0) + 1 },
    })
    // Once the refused attempt has ended.
    setTimeout(() => {
      this.#autosave.rebase(versionOf(theirs), textOf({ form: values, body: invoiceBody(values) }))
      this.#changed()
    })
  }
}

const textOf = ({ body }: Content): string => JSON.stringify(body)

const outcomes: Partial<Record<ApiError['kind'], 'unknown' | 'not-done'>> = {
  offline: 'unknown',
  timeout: 'unknown',
  broken: 'unknown',
  aborted: 'unknown',
  'rate-limited': 'not-done',
}

function outcomeOf(error: ApiError): 'unknown' | 'not-done' | 'refused' {
  // The first request with the same key is still at work.
  if (error.kind === 'conflict' && error.retryAfterSeconds !== null) return 'unknown'
  return outcomes[error.kind] ?? 'refused'
}
