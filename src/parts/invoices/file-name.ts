/** Returns the name of the file of a document with that number; numbers may contain slashes. */
export const fileName = (number: string, ending: string): string =>
  `${number.replaceAll(/[/\\]/g, '-')}${ending}`
