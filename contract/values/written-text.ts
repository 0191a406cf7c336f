import { type Block, type Inline, isSafeLink, parseFormattedText, wordsOf } from './formatted-text.ts'

/** A part of a line with the same formatting throughout. */
export interface Run {
  readonly text: string
  readonly isBold: boolean
  readonly isItalic: boolean
  readonly href: string | null
}

/**
 * Returns formatted text that `parseFormattedText` reads as these blocks. Signs that would mean something are escaped where they
 * have to be and nowhere else, so that placeholders and most texts stay as people typed them. Formatting that the grammar has no
 * signs for, such as bold within a word beside italic, is left out; words never are.
 */
export const writeFormattedText = (blocks: readonly Block[]): string => blocks.map(blockText).join('\n\n')

/** How a block can be written: the first way that reads as the block is taken. */
interface Way {
  readonly italic: '*' | '_'
  readonly escapes: boolean
}

const ways: readonly Way[] = [
  { italic: '*', escapes: false },
  { italic: '_', escapes: false },
  { italic: '*', escapes: true },
  { italic: '_', escapes: true },
]

function blockText(block: Block): string {
  const meant = readingOf([block])
  for (const way of ways) {
    const text = write(block, way)
    if (readingOf(parseFormattedText(text)) === meant) return text
  }
  const plain = withLines(block, (line): Inline[] => [{ kind: 'text', text: wordsOf(line) }])
  return write(plain, { italic: '*', escapes: true })
}

/** What blocks say and how it looks, whichever marks are inside of which. */
const readingOf = (blocks: readonly Block[]): string =>
  JSON.stringify(blocks.map((block) => withLines(block, runsOf)))

/** Returns the block with something else for each of its lines. */
const withLines = <Line>(block: Block, change: (line: readonly Inline[]) => Line) =>
  block.kind === 'list'
    ? { ...block, items: block.items.map(change) }
    : { ...block, children: change(block.children) }

function write(block: Block, way: Way): string {
  if (block.kind === 'heading') return `${'#'.repeat(block.level)} ${inlineText(block.children, way)}`
  if (block.kind === 'paragraph') return lineStarts(inlineText(block.children, way), way)
  return block.items
    .map((item, index) => {
      const sign = block.isNumbered ? `${block.start + index}.` : '-'
      return `${sign} ${lineStarts(inlineText(item, way), way).replaceAll('\n', '\n  ')}`
    })
    .join('\n')
}

const inlineText = (nodes: readonly Inline[], way: Way): string =>
  nodes
    .map((node) => {
      if (node.kind === 'text')
        return way.escapes ? node.text.replaceAll(/[\\*_[\]]/g, String.raw`\$&`) : node.text
      const words = inlineText(node.children, way)
      if (node.kind === 'link') return `[${words}](${node.href})`
      const sign = node.kind === 'bold' ? '**' : way.italic
      return `${sign}${words}${sign}`
    })
    .join('')

/** Lines that would begin a heading or an item. */
const lineStarts = (text: string, { escapes }: Way): string =>
  escapes
    ? text.replaceAll(/^( *)(?:(#{1,3} )|(- )|(\d{1,9})(\. ))/gm, (_, space, heading, item, count, dot) =>
        [space, count, '\\', heading, item, dot].join(''),
      )
    : text

/** Returns the parts of a line; neighbors differ in their formatting. */
export function runsOf(nodes: readonly Inline[]): readonly Run[] {
  const runs: Run[] = []
  const add = (all: readonly Inline[], marks: Omit<Run, 'text'>) => {
    for (const node of all)
      if (node.kind === 'text') addRun(runs, { ...marks, text: node.text })
      else if (node.kind === 'link') add(node.children, { ...marks, href: node.href })
      else add(node.children, { ...marks, ...(node.kind === 'bold' ? { isBold: true } : { isItalic: true }) })
  }
  add(nodes, { isBold: false, isItalic: false, href: null })
  return runs
}

const looksSame = (one: Omit<Run, 'text'>, other: Omit<Run, 'text'>): boolean =>
  one.isBold === other.isBold && one.isItalic === other.isItalic && one.href === other.href

function addRun(runs: Run[], run: Run) {
  const last = runs.at(-1)
  if (run.text === '') return
  if (last && looksSame(last, run)) runs.splice(-1, 1, { ...last, text: last.text + run.text })
  else runs.push(run)
}

/**
 * Returns the paragraphs that the runs of an editor make, one unless there are empty lines; none without words. Lines begin and
 * end with words, and space has the formatting that the words around it share: a mark can’t begin or end with space.
 */
export function paragraphsOf(runs: readonly Run[]): readonly (readonly Inline[])[] {
  const pieces = runs.flatMap((run) =>
    run.text.split(/(\s+)/).flatMap((text) => (text === '' ? [] : [{ ...run, text }])),
  )
  const paragraphs: Run[][] = [[]]
  for (const [index, piece] of pieces.entries()) {
    if (piece.text.trim() !== '') {
      addRun(paragraphs.at(-1) ?? [], withSafeLink(piece))
      continue
    }
    const [before, after] = [wordNear(pieces, index, -1), wordNear(pieces, index, 1)]
    if (!before || !after || pieces[index - 1]?.text.trim() === '') continue
    const space = spaceFrom(pieces, index)
    const breaks = space.split('\n').length - 1
    if (breaks > 1) paragraphs.push([])
    else addRun(paragraphs.at(-1) ?? [], between(breaks === 1 ? '\n' : space, before, after))
  }
  return paragraphs.filter((paragraph) => paragraph.length > 0).map(treeOf)
}

const withSafeLink = (run: Run): Run =>
  run.href === null || isSafeLink(run.href) ? run : { ...run, href: null }

const wordNear = (pieces: readonly Run[], from: number, by: 1 | -1): Run | undefined => {
  for (let at = from; pieces[at]; at += by) if (pieces[at]?.text.trim() !== '') return pieces[at]
  return undefined
}

/** All of the space from there on: it may be in several runs. */
function spaceFrom(pieces: readonly Run[], from: number): string {
  let space = ''
  for (let at = from; pieces[at]?.text.trim() === ''; at += 1) space += pieces[at]?.text ?? ''
  return space
}

/** Space between words: formatted as both are, as far as the marks around it are the same. A link doesn’t go beyond a line. */
function between(space: string, before: Run, after: Run): Run {
  const isInLink = before.href !== null && before.href === after.href && space !== '\n'
  const isInside = isInLink || (before.href === null && after.href === null)
  const isBold = isInside && before.isBold && after.isBold
  return {
    text: space,
    isBold,
    isItalic: isInside && before.isBold === after.isBold && before.isItalic && after.isItalic,
    href: isInLink ? before.href : null,
  }
}

/** Returns the parts as links around bold around italic text. */
function treeOf(runs: readonly Run[]): readonly Inline[] {
  const grouped = <Value>(
    all: readonly Run[],
    valueOf: (run: Run) => Value,
    node: (value: Value, group: readonly Run[]) => readonly Inline[],
  ): Inline[] => {
    const groups: { value: Value; runs: Run[] }[] = []
    for (const run of all) {
      const value = valueOf(run)
      if (groups.at(-1)?.value === value) groups.at(-1)?.runs.push(run)
      else groups.push({ value, runs: [run] })
    }
    return groups.flatMap((group) => node(group.value, group.runs))
  }
  const italics = (all: readonly Run[]) =>
    grouped(
      all,
      ({ isItalic }) => isItalic,
      (isItalic, group) => {
        const text: Inline = { kind: 'text', text: group.map((run) => run.text).join('') }
        return [isItalic ? { kind: 'italic', children: [text] } : text]
      },
    )
  const bolds = (all: readonly Run[]) =>
    grouped(
      all,
      ({ isBold }) => isBold,
      (isBold, group) => (isBold ? [{ kind: 'bold', children: italics(group) }] : italics(group)),
    )
  return grouped(
    runs,
    ({ href }) => href,
    (href, group) => (href === null ? bolds(group) : [{ kind: 'link', href, children: bolds(group) }]),
  )
}
