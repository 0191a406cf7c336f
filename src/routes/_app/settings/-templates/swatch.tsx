import classes from './templates.module.css'

/** A color as it looks. */
export const Swatch = ({ color }: { color: string }) => (
  <span className={classes['swatch']} style={{ background: color }} aria-hidden />
)
