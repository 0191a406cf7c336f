const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full' })
const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })

/** The day of a wire datetime, in words. */
export const dayOf = (datetime: string): string => day.format(new Date(datetime))

export const timeOf = (datetime: string): string => time.format(new Date(datetime))
