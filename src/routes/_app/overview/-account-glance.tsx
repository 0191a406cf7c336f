import type { OverviewData } from '#api/computed-overview.ts'
import { TextLink } from '#kit/link.tsx'
import { numberText } from '#lib/locale.ts'

import { Panel } from './-panel.tsx'

import classes from './-overview.module.css'

/** How much there is of everything; each number leads to its list. */
export function AccountGlance({
  counts,
  managesSettings,
}: {
  counts: OverviewData['counts']
  managesSettings: boolean
}) {
  const inactive = counts.services - counts.active_services
  return (
    <Panel title="At a glance">
      <dl className={classes.glance}>
        <dt>Customers</dt>
        <dd>
          <TextLink to="/customers" aria-label={`${numberText(counts.customers)} customers`}>
            {numberText(counts.customers)}
          </TextLink>
        </dd>
        <dt>Invoices</dt>
        <dd>
          <TextLink to="/invoices" aria-label={`${numberText(counts.invoices)} invoices`}>
            {numberText(counts.invoices)}
          </TextLink>
        </dd>
        <dt>Active services</dt>
        <dd>
          <TextLink
            to="/services"
            search={{ active: true }}
            aria-label={`${numberText(counts.active_services)} active services`}
          >
            {numberText(counts.active_services)}
          </TextLink>
        </dd>
        {inactive > 0 && (
          <>
            <dt>Inactive services</dt>
            <dd>
              <TextLink
                to="/services"
                search={{ active: false }}
                aria-label={`${numberText(inactive)} inactive services`}
              >
                {numberText(inactive)}
              </TextLink>
            </dd>
          </>
        )}
        {counts.webhooks !== null && counts.webhooks > 0 && managesSettings && (
          <>
            <dt>Webhooks</dt>
            <dd>
              <TextLink to="/webhooks" aria-label={`${numberText(counts.webhooks)} webhooks`}>
                {numberText(counts.webhooks)}
              </TextLink>
            </dd>
          </>
        )}
      </dl>
    </Panel>
  )
}
