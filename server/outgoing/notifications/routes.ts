import type { FastifyInstance } from 'fastify'

import * as contract from '#contract/account/notifications.ts'
import type { Context } from '#server/context.ts'
import { asStaff } from '#server/platform/access/caller.ts'
import { mount } from '#server/platform/http/mount.ts'

import { countUnread, listNotifications, markRead, memberOf } from './rows.ts'
import { readSettings, saveSettings } from './settings.ts'

/** Mounts notifications of a person and their settings. Surface X, for people only. */
export function notifications(app: FastifyInstance, context: Context): void {
  const canEmail = context.config.mail !== undefined

  mount(app, context, contract.listNotifications, async ({ tenant, caller, query }) => {
    const staff = asStaff(caller)
    const [{ data, next_before }, unread] = await Promise.all([
      listNotifications(tenant, staff, query),
      countUnread(tenant, staff),
    ])
    return { data, meta: { unread, next_before } }
  })

  mount(app, context, contract.readNotifications, async ({ tenant, caller, body }) => {
    const hasChanged = await markRead(tenant, asStaff(caller), body)
    if (hasChanged) context.live.publish(tenant.account, { topic: 'notifications', id: null })
    return undefined
  })

  mount(app, context, contract.showNotificationSettings, async ({ tenant, caller }) => ({
    data: await readSettings(tenant, await memberOf(tenant, asStaff(caller)), canEmail),
  }))

  mount(app, context, contract.updateNotificationSettings, async ({ tenant, caller, body }) => {
    const staff = asStaff(caller)
    const member = await memberOf(tenant, staff)
    await saveSettings(tenant, staff, member, body)
    return { data: await readSettings(tenant, member, canEmail) }
  })
}
