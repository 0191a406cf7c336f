import classes from './looks.module.css'

/** A color as it looks. */
export const Swatch = ({ color }: { color: string }) => (
  <span className={classes['swatch']} style={{ background: color }} aria-hidden />
)
