import type { FastifyInstance } from 'fastify'

import * as contract from '#contract/access/own-sign-in.ts'
import { removeProfilePhoto, updateProfile, uploadProfilePhoto } from '#contract/access/profile.ts'
import type { Context } from '#server/context.ts'
import { asStaff } from '#server/platform/access/caller.ts'
import { photoPath } from '#server/platform/access/staff/photo.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { drawThumbnail } from '#server/platform/files/images.ts'
import { mountImageUpload } from '#server/platform/http/image-upload.ts'
import { mount } from '#server/platform/http/mount.ts'

/** In pixels: twice the largest that is shown. */
const photoSide = 512

/** The sessions, the password and the profile of the signed-in person. Surface X. */
export function ownSignIn(app: FastifyInstance, context: Context): void {
  const { staff, callers } = context
  const publishChange = ({ account }: Tenant) => context.live.publish(account, { topic: 'people', id: null })

  mount(app, context, contract.listOwnSessions, async ({ caller }) => ({
    data: await staff.ownSessions(asStaff(caller)),
  }))

  mount(app, context, contract.endOwnSessions, async ({ caller, body, request }) => {
    await staff.endOwnSessions(request, asStaff(caller), body.id)
    await callers.forgetEverywhere()
    return undefined
  })

  mount(app, context, contract.changePassword, async ({ caller, body, request, reply }) => {
    await staff.changePassword(request, reply, asStaff(caller), body)
    await callers.forgetEverywhere()
    return undefined
  })

  mount(app, context, updateProfile, async ({ tenant, caller, body, request }) => {
    const data = await staff.updateProfile(request, asStaff(caller), body)
    await callers.forgetEverywhere()
    publishChange(tenant)
    return { data }
  })

  mountImageUpload(app, context, uploadProfilePhoto, {
    noun: 'photo',
    draw: async (path) => ({ file: await drawThumbnail(path, photoSide) }),
    save: async ({ db, caller, request }, photo) => ({
      unused: await staff.setPhoto(db, request, asStaff(caller), photo),
      data: { photo: photoPath(photo.token) },
    }),
    onSaved: ({ tenant }) => publishChange(tenant),
  })

  mount(app, context, removeProfilePhoto, async ({ tenant, caller, request }) => {
    const unused = await context.store.db
      .transaction()
      .execute((trx) => staff.setPhoto(trx, request, asStaff(caller), null))
    publishChange(tenant)
    if (unused !== undefined) await context.files.remove([unused])
    return { data: { photo: null } }
  })
}
