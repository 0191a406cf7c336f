/** How the dashboard opens a file: it shows it, or only downloads it. */
export type FileKind = 'image' | 'pdf' | 'other'

/** Returns the kind of a file by its name. `url` is where this page may load it from; null if it can't. */
export function kindOfFile(name: string, url: string | null): FileKind {
  // A file of another origin is neither shown nor read, only linked to.
  if (!url?.startsWith('/')) return 'other'
  if (/\.(png|jpe?g|webp|gif)$/i.test(name)) return 'image'
  return /\.pdf$/i.test(name) ? 'pdf' : 'other'
}
