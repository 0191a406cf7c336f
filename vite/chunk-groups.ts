/**
 * Which chunk each module of the build goes into: few and large ones, by the screens that need them. Over HTTP/1.1 six
 * requests travel at a time, so a chunk per component is a round trip per component.
 */

interface ModuleInfo {
  readonly isEntry: boolean
  readonly importers: readonly string[]
  readonly dynamicImporters: readonly string[]
}

interface Graph {
  getModuleInfo(id: string): ModuleInfo | null
}

/** The part of the dashboard that a dynamic import belongs to; `entry` is what every visit needs. */
type Area = string

/** React's half that draws: src/main.tsx starts the first screen without it. */
export const reactDom = 'react-dom'

const idle = 'idle'
const shortcuts = 'shortcuts'
const firstList = 'customers'

/** Parts too large for an area whose screens mostly do without them, and what draws the first screen. */
const apart: readonly (readonly [pattern: RegExp, area: Area])[] = [
  [/node_modules\/react-dom\/client/, reactDom],
  [/bar-chart-drawing/, 'chart'],
  [/kit\/list\/parts\/window/, 'long-list'],
  [/kit\/month-grid/, 'calendar'],
  [/kit\/qr-drawing/, 'qr-code'],
  [/kit\/square-cropper|react-easy-crop/, 'cropper'],
  [
    /src\/api\/(repair|customer-balances|existing-customers|whole-invoices|exports-elsewhere|exported-rows)\./,
    'repair',
  ],
  [/-palette\/palette-results|-navigation\/creations/, 'palette'],
  [/-shell\/shortcuts\./, shortcuts],
  [/-shell\/other-account/, 'other-account'],
  [/customers\/-no-customers/, 'no-customers'],
  [/views\/saved-view-dialog/, 'view-dialog'],
  [/-notifications\/notification-center/, 'notifications'],
  [/documents\/version-diff/, 'version-diff'],
  [/formatted-text\/text-editor/, 'text-editor'],
  [/attachments\/attachment-changes/, 'attachment-changes'],
  [/timeline\/note-(form|editor)/, 'note-form'],
  [/customers\/-detail\/portal-dialog/, 'portal-dialog'],
  // Most of them write an email, whose texts in all languages they share.
  [
    /documents\/document-dialogs|invoices\/-(bulk\/bulk-(dialog|work)|invoice-dialogs|send-(dialog|checks|warnings)|sent-result|(delete-)?payment-dialog|void-dialog)|-credit\/credit-note-email-dialog|-plans\/subscription-dialogs|customers\/-detail\/statement-dialog|parts\/emails\//,
    'invoice-dialogs',
  ],
  [/invoices\/-bookkeeping-dialog/, 'bookkeeping-dialog'],
  [/-bank\/statement-dialog/, 'bank-statement'],
  [
    /invoices\/-electronic-dialog|contract\/invoices\/electronic-invoices|api\/electronic-invoices/,
    'electronic-dialog',
  ],
  [/sheets\/sheet-translation/, 'sheet-translations'],
  [/-templates\/(look|template)-preview|documents\/document-preview|emails\/placeholder-items/, 'previews'],
  [/-detail\/invoice-template-dialog/, 'invoice-templates'],
  [/webhooks\/snippet-tabs/, 'snippets'],
]

/** What only the screens of an area fetch, when somebody asks for it: by then, what it shares with them is there. */
const partsOf: ReadonlyMap<Area, Area> = new Map([
  ['attachment-changes', 'invoices'],
  ['bank-statement', 'bank'],
  ['bookkeeping-dialog', 'invoices'],
  ['electronic-dialog', 'invoices'],
  ['invoice-dialogs', 'invoices'],
  ['invoice-templates', 'invoices'],
  ['sheet-translations', 'invoices'],
  ['previews', 'invoices'],
  ['text-editor', 'invoices'],
  ['version-diff', 'invoices'],
])

/**
 * Folders of `src/parts` with something that other screens fetch when it's asked for, such as a reminder from the overview: it
 * belongs to the screens that have the rest of it.
 */
const partsFetched: ReadonlyMap<string, Area> = new Map([
  ['subscriptions', 'invoices'],
  ['meetings', 'meetings'],
  ['customers', 'customer-form'],
])

/** What only screens with a form need. */
const forms =
  /react-hook-form|react-number-format|components\/NumberInput|components\/Textarea|src\/kit\/(form(\.|-page)|record-form|use-record-form)|src\/parts\/(records|country-select)/

/**
 * Chunks that several screens share, in the order in which they claim a module together with all it imports; invoices come
 * before their parts.
 */
const ranked = [
  'core',
  'shell',
  'kit',
  firstList,
  'sign-in',
  'entrance',
  'common',
  idle,
  'shared',
  'forms',
  'invoices',
]

/** The chunks of a first visit to the first list; the entry is named after its page. */
export const neededAtOnce: ReadonlySet<string> = new Set(['index', 'core', reactDom, 'kit', firstList])

/** The groups for `output.codeSplitting`. Rolldown asks them about every module once the graph is complete. */
export function chunkGroups() {
  const known = new Map<string, ReadonlySet<Area>>()
  const named = (accepts: (name: string) => boolean) => (id: string, graph: Graph) => {
    const name = chunkOf(id, areasOf(id, graph, known))
    return name !== null && accepts(name) ? name : null
  }
  return [
    ...ranked.map((chunk, index) => ({
      debugName: chunk,
      priority: ranked.length - index,
      name: named((name) => name === chunk),
    })),
    { debugName: 'screens', priority: 0, name: named((name) => !ranked.includes(name)) },
  ]
}

function chunkOf(id: string, areas: ReadonlySet<Area>): string | null {
  if (areas.size === 0) return null
  const isStyle = /\.css(\?|$)/.test(id)
  if (areas.has('entry')) return id.includes('node_modules') || isStyle ? 'core' : 'shell'
  if (areas.has(firstList)) return areas.size > 1 || isStyle ? 'kit' : firstList
  // The few styles of toasts and of the frame of the settings aren't worth a request of each page.
  const isSmallStyle = isStyle && (areas.has('settings') || areas.has(idle))
  if (areas.size === 1 && !isSmallStyle) return [...areas][0] ?? null
  const whole = new Set([...areas].map((area) => partsOf.get(area) ?? area))
  if (areas.size > 1 && whole.size === 1) return [...whole][0] ?? null
  // What the settings share with the pages before signing in, which mustn't fetch each other.
  if (!isStyle && [...areas].every((area) => area.startsWith('settings') || area === 'entrance'))
    return areas.has('entrance') ? 'sign-in' : 'settings'
  // The settings show the inputs of a customer as the wizard does: a few, and nothing for screens without a form.
  if (!isStyle && [...areas].every((area) => area === 'customer-form' || area === 'settings-custom-fields'))
    return 'forms'
  // A few small components, which are there for every other screen by the time the browser is idle.
  if (areas.has('entrance')) return isStyle ? 'kit' : 'sign-in'
  // One stylesheet for what several screens share: each more is a request that holds up the first paint.
  if (isStyle) return 'common'
  if (forms.test(id)) return 'forms'
  // The sheet of shortcuts opens over every screen, and when it is fetched, the rest has been. The pages of the settings
  // are named on every screen too, in the palette: no screen should fetch them with what it shares with others.
  const named = [...areas].every((area) => area === 'settings' || area === 'palette')
  return areas.has(idle) || areas.has(shortcuts) || named ? 'common' : 'shared'
}

/** The areas that reach a module. Whatever it imports is reached by all of them too, so that chunks never form a circle. */
function areasOf(id: string, graph: Graph, known: Map<string, ReadonlySet<Area>>): ReadonlySet<Area> {
  const kept = known.get(id)
  if (kept) return kept
  const areas = new Set<Area>()
  const seen = new Set<string>()
  const open = [id]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue
    seen.add(at)
    const info = graph.getModuleInfo(at)
    if (!info) continue
    if (info.isEntry) areas.add('entry')
    if (info.dynamicImporters.length > 0) areas.add(areaOf(at, info.dynamicImporters))
    open.push(...info.importers)
  }
  known.set(id, areas)
  return areas
}

function areaOf(root: string, importers: readonly string[]): Area {
  const path = pathOf(root)
  const own = apart.find(([pattern]) => pattern.test(path))?.[1]
  if (own) return own
  if (/^src\/routes\/(sign-in|set-up|invitation|forgot-password|reset-password)/.test(path)) return 'entrance'
  if (path === 'src/routes/_app/customers/index.tsx') return firstList
  // The same setup, for people whose account requires it.
  if (/^src\/routes\/-?two-factor/.test(path)) return 'settings-security'
  const screen = screenOf(path) ?? importers.map((importer) => screenOf(pathOf(importer))).find(Boolean)
  // What a list or the shell fetches once there is nothing better to do.
  return screen === undefined || screen === firstList ? idle : screen
}

/**
 * `webhooks` for what belongs to the screens of webhooks. The pages of one customer, the forms, imports, what deletes,
 * restores, merges or changes permissions of many, and each page of the settings are areas of their own.
 */
function screenOf(path: string): Area | undefined {
  const [, part] = /^src\/parts\/([a-z-]+)\//.exec(path) ?? []
  if (part !== undefined) return partsFetched.get(part)
  const [, noun, file = ''] = /^src\/routes\/_app\/([a-z]+)(?:\/(.*))?/.exec(path) ?? []
  if (file.startsWith('import.')) return 'import'
  if (noun === 'settings') return settingsArea(file)
  // They share lines, sheets and dialogs with invoices: apart, all of that would be in the chunks of every screen.
  if (noun === 'proposals' || noun === 'contracts') return 'invoices'
  // Of invoices they need no more than other screens do.
  if (noun === 'invoices' && /^-?bank\//.test(file)) return 'bank'
  if (noun !== firstList) return noun
  if (/^(new|\$id_|-edit|-inputs|-wizard)/.test(file)) return 'customer-form'
  if (/^(-?trash|-delete-matching|-merge|-bulk-permissions)/.test(file)) return 'trash'
  return /^(\$id|-detail|-notes)/.test(file) ? 'customer' : firstList
}

/** Each page of the settings is an area of its own, with the folder of its name: `people.tsx` and `-people/`. */
function settingsArea(file: string): Area {
  const [, page] = /^-?([a-z-]+?)_?[./]/.exec(file) ?? []
  // Templates are shown on the sheets of invoices and documents.
  if (page === 'templates') return 'invoices'
  return page === undefined || page === 'sections' || page === 'layout' ? 'settings' : `settings-${page}`
}

const pathOf = (id: string): string => id.replace(/\?.*$/, '').replace(/^.*?\/(?=src\/)/, '')
