/** A start or a command that can't work as configured, explained in one line. */
export class StartupError extends Error {}
