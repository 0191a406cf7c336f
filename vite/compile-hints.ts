import type { Plugin } from 'vite'

import { neededAtOnce } from './chunk-groups.ts'

/**
 * Marks the scripts of a first visit, so that Chromium compiles all of each while it arrives, beside the page, rather than
 * function by function as the first screen calls them. The mark must be a script's first line.
 */
export function compileHints(): Plugin {
  return {
    name: 'compile-hints',
    generateBundle: {
      // Vite puts a line of its own at the top.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && neededAtOnce.has(file.name))
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
      },
    },
  }
}
