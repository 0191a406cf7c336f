import { useRouterState } from '@tanstack/react-router'

import classes from './shell.module.css'

/** A thin line while the next screen loads. */
export function RouteProgress() {
  const isLoading = useRouterState({ select: ({ isLoading: loading }) => loading })
  return isLoading ? <div className={classes['progress']} role="progressbar" aria-label="Loading" /> : null
}
