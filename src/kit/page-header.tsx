import { Box, Group, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'

/** Moving the focus lays the page out, which the first frame of a visit does anyway once it is complete. */
let isFirstScreen = true

/** Calls `run` once the next frame is drawn. Returns a function that cancels it. */
function afterFrame(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => (timer = setTimeout(run)))
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** The head of a screen. Takes the focus when the screen opens, so that screen readers announce it. */
export function PageHeader({
  title,
  subtitle,
  actions,
  back,
}: {
  title: string
  /** Null for a line that comes later. */
  subtitle?: ReactNode
  actions?: ReactNode
  /** A `BackLink`. */
  back?: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isOpen = useRef(false)
  useEffect(
    function announce() {
      document.title = `${title} · Bureau`
      if (isFirstScreen) {
        isFirstScreen = false
        isOpen.current = true
        return afterFrame(() => {
          if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
        })
      }
      // A record may change its name under the dialog that changed it, which keeps the focus.
      if (!isOpen.current || !document.querySelector('[aria-modal=true]'))
        heading.current?.focus({ preventScroll: true })
      isOpen.current = true
      return undefined
    },
    [title],
  )
  return (
    <Group justify="space-between" align="center" mb="lg" gap="sm">
      {back && (
        <Box w="100%" mb={-4}>
          {back}
        </Box>
      )}
      <div>
        <Title order={1} ref={heading} tabIndex={-1} dir="auto">
          {title}
        </Title>
        {subtitle !== undefined && (
          <Text c="dimmed" size="sm" aria-live="polite">
            {subtitle ?? '\u00A0'}
          </Text>
        )}
      </div>
      {actions && <Group gap="sm">{actions}</Group>}
    </Group>
  )
}
