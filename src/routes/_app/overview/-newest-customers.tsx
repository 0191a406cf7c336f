import type { OverviewData } from '#api/computed-overview.ts'
import { usePendingIds } from '#api/grace.ts'
import { TextLink } from '#kit/link.tsx'
import { PersonAvatar } from '#kit/person-avatar.tsx'
import { RelativeTime } from '#kit/relative-time.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { ownUrl } from '#lib/own-url.ts'

import classes from './-newest-customers.module.css'
import rows from './-rows.module.css'

/** The customers added last, the newest first. */
export function NewestCustomers({ customers }: { customers: OverviewData['newest_customers'] }) {
  const hidden = usePendingIds('customers')
  const shown = customers.filter(({ id }) => !hidden.has(id))
  return (
    <SectionCard
      title="Newest customers"
      isFlush
      actions={
        <TextLink to="/customers" size="sm">
          All customers
        </TextLink>
      }
    >
      {shown.length === 0 ? (
        <p className={classes['none']}>No customers yet.</p>
      ) : (
        <ul className={`${rows['rows']} ${classes['list']}`}>
          {shown.map(({ id, name, last_name, company_name, profile_photo_path, created_at }) => (
            <li key={id} className={`${rows['row']} ${classes['row']}`}>
              <PersonAvatar
                name={`${name} ${last_name}`}
                src={profile_photo_path === null ? null : ownUrl(profile_photo_path)}
                size={28}
              />
              <div className={`${rows['lines']} ${classes['who']}`}>
                <TextLink
                  to="/customers/$id"
                  params={{ id: String(id) }}
                  c="inherit"
                  inherit
                  className={`${rows['name']} ${rows['cover']}`}
                >
                  <bdi>
                    {name} {last_name}
                  </bdi>
                </TextLink>
                {company_name && (
                  <span className={rows['detail']}>
                    <bdi>{company_name}</bdi>
                  </span>
                )}
              </div>
              {created_at !== null && (
                <span className={classes['when']}>
                  <RelativeTime datetime={created_at} />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  )
}
