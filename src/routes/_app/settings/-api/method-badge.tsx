import classes from './method-badge.module.css'

/** The method of a request, in the color of what it does. */
export function MethodBadge({ method, isQuiet = false }: { method: string; isQuiet?: boolean }) {
  return (
    <span className={classes['badge']} data-method={method} data-quiet={isQuiet || undefined}>
      {isQuiet && method === 'DELETE' ? 'DEL' : method}
    </span>
  )
}
