import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@fontsource-variable/inter/index.css'
import './kit/tokens.css'
import './kit/components.css'
import './main.css'
import './kit/print.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, createRouter } from '@tanstack/react-router'
import { StrictMode } from 'react'
import * as z from 'zod/mini'

import { ApiError } from './api/errors.ts'
import { makeQueryClient } from './api/query-client.ts'
import { nameScreenLoadErrors } from './api/screen-load-error.ts'
import { titleCutText } from './kit/cut-text.ts'
import { listScrollSelector } from './kit/list/scroll.ts'
import { NotFound } from './kit/not-found.tsx'
import { cssVariables, theme } from './kit/theme.ts'
import { registerServiceWorker } from './register-service-worker.ts'
import { ScreenProblem } from './routes/-screen-problem.tsx'
import { routeTree } from './routeTree.gen.ts'

// A third of all code before the first row, and needed last: the rest starts while it is on its way.
const rendering = import('react-dom/client')

// A build takes each component's own stylesheet along (vite.config.ts); while developing all are there.
if (import.meta.env.DEV) await import('@mantine/core/styles.layer.css')

// The content security policy forbids the compiled parsers that zod would otherwise try.
z.config({ jitless: true })

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
Object.assign(globalThis, { __webpack_nonce__: nonce })

nameScreenLoadErrors()
titleCutText()
registerServiceWorker()

const queryClient = makeQueryClient()
const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  scrollToTopSelectors: [listScrollSelector],
  defaultErrorComponent: ({ error }) => <ScreenProblem error={error as Error} />,
  defaultNotFoundComponent: NotFound,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

// The router remembers scroll positions from scroll events. If somebody scrolls and opens a row before the
// next frame, the browser hasn't sent the event yet.
router.subscribe('onBeforeNavigate', () => {
  document.querySelector(listScrollSelector)?.dispatchEvent(new Event('scroll'))
})

// What the first screen reads and its files; the router carries on from there once it is drawn.
void router.load()

void rendering.then(({ createRoot }) =>
  createRoot(document.querySelector('#root') as HTMLElement /* index.html has it */, {
    // What the service refused is shown on the page; the console is for what we did wrong.
    onCaughtError(error) {
      if (!(error instanceof ApiError)) console.error(error)
    },
  }).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  ),
)
