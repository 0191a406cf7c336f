/** The absolute address of a file. The name is for people; the token is what opens it. */
export const fileUrl = (publicUrl: string, token: string, name: string): string =>
  `${publicUrl}/files/${token}/${encodeURIComponent(name)}`
