import { createFileRoute } from '@tanstack/react-router'

import { NotFound } from '#kit/not-found.tsx'

/** Every other address. Within the shell, so that all ways on stay in sight. */
export const Route = createFileRoute('/_app/$')({ component: NotFound })
