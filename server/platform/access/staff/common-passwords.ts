/** Returns whether a password is among those that attackers try first, in any case of letters. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= readCommon()
  return (await common).has(password.toLowerCase())
}

let common: Promise<ReadonlySet<string>> | undefined

/** Half a megabyte that only a new password needs. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
