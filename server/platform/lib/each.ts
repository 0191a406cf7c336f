import { isDiskFull } from './disk-full.ts'

/** A failure for one of several. `where` names its subject for the log. */
export class PartFailed extends Error {
  readonly where: Readonly<Record<string, unknown>>

  constructor(where: Readonly<Record<string, unknown>>, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.where = where
  }
}

/**
 * Does the work for each, though it fails for some. Throws all failures afterwards, as an `AggregateError` of `PartFailed`; while
 * the database or the store of files can’t be reached, it stops at once.
 */
export async function forEach<Item>(
  items: Iterable<Item>,
  whereOf: (item: Item) => Readonly<Record<string, unknown>>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: PartFailed[] = []
  for (const item of items)
    try {
      await work(item)
    } catch (error) {
      if (isOutage(error)) throw error
      for (const { where, cause } of failuresIn(error))
        failures.push(new PartFailed({ ...whereOf(item), ...where }, cause))
    }
  throwAny(failures)
}

/** Throws these failures together, if there are any. */
export function throwAny(failures: readonly PartFailed[]): void {
  if (failures.length > 0)
    throw new AggregateError(failures, failures.map(({ message }) => message).join('; '))
}

/**
 * Does the work for all ids at once; where that fails, for each alone, so that only those are left that can't be done. Throws as
 * `forEach` does. The work has to leave nothing behind where it fails.
 */
export async function allOrEach(
  ids: readonly number[],
  work: (ids: readonly number[]) => Promise<unknown>,
): Promise<void> {
  try {
    await work(ids)
  } catch (error) {
    if (isOutage(error)) throw error
    await forEach(
      ids,
      (id) => ({ id }),
      (id) => work([id]),
    )
  }
}

/** The failures that an error consists of: itself, unless `forEach` threw it. */
export const failuresIn = (error: unknown): PartFailed[] =>
  error instanceof AggregateError && error.errors.every((one) => one instanceof PartFailed)
    ? error.errors
    : [new PartFailed({}, error)]

/** Whether an error is about everything there is to do, rather than about one of it: what is needed is away, or full. */
export const isOutage = (error: unknown): boolean =>
  isDiskFull(error) ||
  ['DATABASE_UNAVAILABLE', 'FILES_UNAVAILABLE'].includes((error as { code?: string } | null)?.code ?? '')
