/** A value that two people changed in different ways. */
export interface Conflict<Path extends string = string> {
  readonly path: Path
  readonly label: string
  readonly mine: Choice
  readonly theirs: Choice
}

interface Choice {
  readonly value: unknown
  /** The value in words. */
  readonly text: string
}

/** The outcome of merging two edits of one record. */
export interface Merge<Values, Path extends string = string> {
  /** Everything I changed as I changed it, and everything else as it is now. */
  readonly merged: Values
  readonly conflicts: readonly Conflict<Path>[]
  /** Labels of what only the others changed. */
  readonly taken: readonly string[]
}

/** One input of a form: where it is, and how its value is read, written and put into words. */
export interface MergeInput<Values, Path extends string = string> {
  readonly path: Path
  readonly label: string
  readonly read: (values: Values) => unknown
  readonly write: (values: Values, value: unknown) => Values
  readonly describe: (value: unknown) => string
}

/** Returns what makes inputs that hold one property of the values each. */
export const inputsOf =
  <Values>() =>
  <Key extends keyof Values & string>(
    path: Key,
    label: string,
    describe: (value: Values[Key]) => string = describeValue,
  ): MergeInput<Values, Key> => ({
    path,
    label,
    read: (values) => values[path],
    write: (values, value) => ({ ...values, [path]: value }),
    describe: (value) => describe(value as Values[Key]), // what `read` has read
  })

/** Three states of a form: as it was opened, as it is now, and as others have saved it meanwhile. */
export interface Versions<Values> {
  readonly base: Values
  readonly mine: Values
  readonly theirs: Values
}

/** Merges input by input. What `inputs` don't cover is taken from `start`, which is `theirs` unless given. */
export function mergeVersions<Values, Path extends string>(
  { base, mine, theirs }: Versions<Values>,
  inputs: readonly MergeInput<Values, Path>[],
  start: Values = theirs,
): Merge<Values, Path> {
  const conflicts: Conflict<Path>[] = []
  const taken: string[] = []
  let merged = start
  for (const { path, label, read, write, describe } of inputs) {
    const [before, own, other] = [read(base), read(mine), read(theirs)]
    const isMine = !isSame(own, before)
    const isTheirs = !isSame(other, before)
    if (isMine) merged = write(merged, own)
    if (isMine && isTheirs && !isSame(own, other)) {
      const choice = (value: unknown) => ({ value, text: describe(value) })
      conflicts.push({ path, label, mine: choice(own), theirs: choice(other) })
    } else if (isTheirs && !isMine) taken.push(label)
  }
  return { merged, conflicts, taken }
}

/** A plain value in words. */
export const describeValue = (value: unknown): string => String(value ?? '') || '(empty)'

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
