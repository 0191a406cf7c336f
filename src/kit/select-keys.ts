interface Option {
  readonly label: string
  readonly isDisabled: boolean
}

const pageSize = 8

/** Returns the option that a key moves to, or undefined for a key that moves to none. */
export function nextIndex(options: readonly Option[], active: number, key: string): number | undefined {
  const open = options.flatMap(({ isDisabled }, index) => (isDisabled ? [] : [index]))
  const place = open.indexOf(active)
  const last = open.length - 1
  const to = {
    ArrowDown: place + 1,
    ArrowUp: Math.max(place, 1) - 1,
    PageDown: place + pageSize,
    PageUp: place - pageSize,
    Home: 0,
    End: last,
  }[key]
  return to === undefined ? undefined : (open[Math.max(0, Math.min(to, last))] ?? active)
}

/**
 * Returns the option whose label begins with the typed text. The same letter again and again walks through the options
 * that begin with it.
 */
export function typedIndex(options: readonly Option[], active: number, typed: string): number {
  const isRepeated = [...typed].every((letter) => letter === typed[0])
  const start = (isRepeated ? typed.slice(0, 1) : typed).toLowerCase()
  const from = isRepeated ? active + 1 : active
  const order = [...options.keys()].map((index) => (index + Math.max(from, 0)) % options.length)
  const found = order.find((index) => {
    const option = options[index]
    return option !== undefined && !option.isDisabled && option.label.toLowerCase().startsWith(start)
  })
  return found ?? active
}
