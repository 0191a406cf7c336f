import { FilterPanel } from '#kit/list/filter-panel.tsx'
import { YesNoSelect } from '#kit/list/yes-no-select.tsx'

import { type ContactListSearch, type FilterChange, unfiltered } from './-contact-list-search.ts'

interface Props {
  search: ContactListSearch
  onFilter: (filter: FilterChange) => void
}

/** The filters of the contact list. */
export function ContactFilters({ search, onFilter }: Props) {
  return (
    <FilterPanel width={280} onClear={() => onFilter(unfiltered)}>
      <YesNoSelect
        label="Customer"
        yes="Linked to a customer"
        no="Not linked"
        value={search.linked}
        onChange={(linked) => onFilter({ linked })}
      />
      <YesNoSelect
        label="Email"
        yes="Has an email address"
        no="No email address"
        value={search.email}
        onChange={(email) => onFilter({ email })}
      />
      <YesNoSelect
        label="Phone"
        yes="Has a phone number"
        no="No phone number"
        value={search.phone}
        onChange={(phone) => onFilter({ phone })}
      />
    </FilterPanel>
  )
}
