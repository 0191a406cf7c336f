import { createFileRoute } from '@tanstack/react-router'

import { NotFound } from '#kit/not-found.tsx'

/** Every other address. Inside the shell, so that the navigation stays visible. */
export const Route = createFileRoute('/_app/$')({ component: NotFound })
