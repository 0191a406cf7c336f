/** A line that may be optional. */
export interface Option {
  /** The customer may leave it out: it counts once they have chosen it. */
  readonly is_optional?: boolean | undefined
  /** Undefined until they have answered. */
  readonly is_chosen?: boolean | undefined
}

/** Whether taxes and total include the line. */
export const isCounted = ({ is_optional = false, is_chosen = false }: Option): boolean =>
  !is_optional || is_chosen

/** Returns the lines without their taxes, with what the customer has chosen of the optional ones, by their indexes. */
export const withChosen = <Line extends Option & { readonly kind: string }>(
  lines: readonly Line[],
  chosen: readonly number[],
) =>
  lines
    .filter(({ kind }) => kind === 'item')
    .map((line, index) => (line.is_optional ? { ...line, is_chosen: chosen.includes(index) } : line))
