import type { ErrorCode } from '#server/platform/lib/http-error.ts'

type UpstreamCode = Extract<ErrorCode, `UPSTREAM_${string}`>

/** Messages when the service of an account fails: the cause, and what to do. */
export const problems: Readonly<Record<UpstreamCode, (host: string, credential: string) => string>> = {
  UPSTREAM_CREDENTIAL: (host, credential) =>
    `${host} rejected the ${credential} of this account. Ask an owner to enter a new one under Settings → Connection`,
  UPSTREAM_UNREACHABLE: (host) =>
    `${host} can’t be reached. Bureau is working; try again once that service is back`,
  UPSTREAM_SILENT: (host) =>
    `${host} isn’t responding. Bureau is working; try again once that service is back`,
  UPSTREAM_FAILED: (host) => `${host} had a problem. Bureau is working; try again in a moment`,
  UPSTREAM_UNEXPECTED: (host) =>
    `${host} sent a response that Bureau can’t read. Check the address of the connection`,
}
