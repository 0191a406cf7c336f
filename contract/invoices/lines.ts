interface Line {
  readonly description: string
  readonly kind?: 'item' | 'tax' | undefined
}

/** Matches labels of taxes with their rate. */
const taxLine = /^(VAT|GST|HST|PST|sales tax|tax|MwSt\.?|USt\.?|TVA|IVA|BTW|moms|PVM|DPH|ÁFA)\b.*\d\s*%/i

/**
 * Separates what is charged for from its tax; without a tax there are no `taxes`. A service that tells the kind of a line
 * has said it; otherwise tax is a line like any other, so the last lines that are called a tax
 * and have a rate are taken for it, as long as `addsUp` finds that both add up to the total.
 */
export function splitTax<Some extends Line>(
  all: readonly Some[],
  addsUp: (lines: readonly Some[], taxes: readonly Some[]) => boolean,
): { readonly lines: readonly Some[]; readonly taxes: readonly Some[] } {
  const known = all.filter(({ kind }) => kind === 'tax')
  if (known.length > 0) return { lines: all.filter(({ kind }) => kind !== 'tax'), taxes: known }
  const first = all.findLastIndex(({ description }) => !taxLine.test(description.trim())) + 1
  const [lines, taxes] = [all.slice(0, first), all.slice(first)]
  const isSplit = lines.length > 0 && taxes.length > 0 && addsUp(lines, taxes)
  return isSplit ? { lines, taxes } : { lines: all, taxes: [] }
}
