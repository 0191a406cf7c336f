// Tests expect British formats wherever they run; the modules under test read the locale when they load.
Object.defineProperty(navigator, 'languages', { value: ['en-GB'], configurable: true })
