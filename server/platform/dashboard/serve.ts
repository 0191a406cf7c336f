import { randomBytes } from 'node:crypto'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

import type { Context } from '#server/context.ts'
import { countUnmatchedRequest } from '#server/platform/http/mount.ts'
import { HttpError, surfaceOf } from '#server/platform/lib/http-error.ts'

import { dashboardFolder } from './build.ts'
import { renderPage, shellPath } from './page.ts'
import { isPortalPage, portalPolicy, readPortalPage } from './portal.ts'

/** Serves the built dashboard: its files, and its page for the address of every screen. */
export async function serveDashboard(app: FastifyInstance, context: Context): Promise<void> {
  const { config, staff } = context
  const isHttps = config.publicUrl?.startsWith('https:') ?? false
  await app.register(fastifyStatic, {
    root: dashboardFolder,
    index: false,
    wildcard: true,
    preCompressed: true,
    decorateReply: true,
    setHeaders(reply, path) {
      // Names under assets/ carry a hash of their content.
      const isHashed = path.includes(`${dashboardFolder}/assets/`)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
      if (!/sw\.js(\.br)?$/.test(path)) return
      // A worker lives under the policy that it came with, and has to fetch what it keeps.
      reply.header('cache-control', 'no-cache')
      reply.header('content-security-policy', "default-src 'none'; script-src 'self'; connect-src 'self'")
    },
    // Files only: folders, including the root, are addresses of the dashboard.
    allowedPath: (path) => /\/[^/.][^/]*\.[a-z0-9]+$/i.test(path) && !path.endsWith('.html'),
  })

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (surfaceOf(path) || path.startsWith('/files/')) {
      await countUnmatchedRequest(context, request, reply)
      throw new HttpError('NOT_FOUND')
    }
    if (!isRead) return sendNotFound(reply)
    if (isPortalPage(path)) return sendPortal(reply, isHttps)
    const isShell = path === shellPath
    const nonce = randomBytes(16).toString('base64')
    const page = await renderPage({
      address: request.url,
      hasSession: isShell || staff.hasCookie(request),
      nonce,
    })
    if (page === undefined) return sendUnbuilt(reply)
    const isFound = page.isScreen || isShell
    if (!isFound && !wantsPage(path, request.headers.accept)) return sendNotFound(reply)
    return reply
      .code(isFound ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', policy(nonce, isHttps))
      .send(page.html)
  })
}

const sendNotFound = (reply: FastifyReply) =>
  reply.code(404).type('text/plain; charset=utf-8').send('Not found\n')

async function sendPortal(reply: FastifyReply, isHttps: boolean) {
  const page = await readPortalPage()
  if (page === undefined) return sendUnbuilt(reply)
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', portalPolicy(isHttps))
    .header('referrer-policy', 'no-referrer')
    .send(page)
}

const sendUnbuilt = (reply: FastifyReply) =>
  reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .send('The dashboard isn’t built yet. Run npm run build.\n')

/** Whether a browser navigates to that path, so that the dashboard should say that nothing is there. */
const wantsPage = (path: string, accept = ''): boolean =>
  accept.includes('text/html') && !path.startsWith('/assets/')

/** Nothing runs or loads but what we ship. `data:` and `blob:` are for previews of images and PDFs. */
function policy(nonce: string, isHttps: boolean): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "worker-src 'self'",
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    'frame-src blob:',
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}
