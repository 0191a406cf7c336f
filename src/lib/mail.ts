/** Returns the address that opens a new message to an email address. */
export const mailUrl = (email: string): string =>
  `mailto:${encodeURIComponent(email.trim()).replace('%40', '@')}`
