/** Marks what scrolls in a list, for the router. */
export const listScroll = 'list'

/** Finds what scrolls in a list. */
export const listScrollSelector = `[data-scroll-restoration-id="${listScroll}"]`
