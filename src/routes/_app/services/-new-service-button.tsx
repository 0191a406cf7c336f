import { IconPlus } from '@tabler/icons-react'

import type { Session } from '#contract/access/session.ts'
import { ButtonLink } from '#kit/link.tsx'
import { NeedsPermission } from '#kit/needs-permission.tsx'
import { ability, canManageServices } from '#parts/services/manage.ts'

/** The link to a new service, or the permission it needs; nothing where the service has a fixed catalog. */
export function NewServiceButton({ session }: { session: Session }) {
  if (canManageServices(session))
    return (
      <ButtonLink
        to="/services/new"
        search={{}}
        leftSection={<IconPlus size={16} aria-hidden />}
        aria-keyshortcuts="c"
      >
        New service
      </ButtonLink>
    )
  return session.features.records && <NeedsPermission ability={ability} to="add services" />
}
