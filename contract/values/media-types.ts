const byEnding: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  zip: 'application/zip',
  pdf: 'application/pdf',
  xml: 'application/xml',
  ics: 'text/calendar',
  media: '*/*',
  live: 'text/event-stream',
}

/** Returns the media type of what an endpoint sends, which the last part of its path says; JSON otherwise. */
export const mediaTypeOf = (path: string): string =>
  byEnding[/\w+$/.exec(path)?.[0] ?? ''] ?? 'application/json'
