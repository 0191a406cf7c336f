/** Marks what scrolls in a list, for the router. */
export const listScroll = 'list'

export const listScrollSelector = `[data-scroll-restoration-id="${listScroll}"]`
