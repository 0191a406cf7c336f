import { Box, Text } from '@mantine/core'

import type { OverviewData } from '#api/computed-overview.ts'
import { TextLink } from '#kit/link.tsx'
import { PersonAvatar } from '#kit/person-avatar.tsx'
import { dayTextOf } from '#lib/calendar.ts'
import { ownUrl } from '#lib/own-url.ts'

import { Panel } from './-panel.tsx'

import classes from './-overview.module.css'

export function NewestCustomers({ customers }: { customers: OverviewData['newest_customers'] }) {
  return (
    <Panel
      title="Newest customers"
      side={
        <TextLink to="/customers" size="sm">
          All customers
        </TextLink>
      }
    >
      {customers.length === 0 ? (
        <Text>No customers yet.</Text>
      ) : (
        <ul className={classes.rows}>
          {customers.map(({ id, name, last_name, company_name, profile_photo_path, created_at }) => (
            <li key={id}>
              <PersonAvatar
                name={`${name} ${last_name}`}
                src={profile_photo_path === null ? null : ownUrl(profile_photo_path)}
                size={40}
              />
              <Box miw={0} flex={1}>
                <TextLink
                  to="/customers/$id"
                  params={{ id: String(id) }}
                  fw={550}
                  truncate
                  display="block"
                  dir="auto"
                >
                  {name} {last_name}
                </TextLink>
                {company_name && (
                  <Text size="sm" c="dimmed" truncate dir="auto">
                    {company_name}
                  </Text>
                )}
              </Box>
              {created_at !== null && (
                <Text size="sm" c="dimmed" visibleFrom="xs">
                  {dayTextOf(created_at)}
                </Text>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
