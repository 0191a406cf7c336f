import type { OverviewPicture } from '../../../api/computed-overview.ts'
import { TextLink } from '../../../kit/link.tsx'
import classes from './-overview.module.css'
import { Panel } from './-panel.tsx'

/** How much there is of everything; each number leads to its list. */
export function AccountGlance({
  counts,
  managesSettings,
}: {
  counts: OverviewPicture['counts']
  managesSettings: boolean
}) {
  const inactive = counts.services - counts.active_services
  return (
    <Panel title="In this account">
      <dl className={classes.glance}>
        <dt>Customers</dt>
        <dd>
          <TextLink to="/customers" aria-label={`${number(counts.customers)} customers`}>
            {number(counts.customers)}
          </TextLink>
        </dd>
        <dt>Invoices</dt>
        <dd>
          <TextLink to="/invoices" aria-label={`${number(counts.invoices)} invoices in all`}>
            {number(counts.invoices)}
          </TextLink>
        </dd>
        <dt>Services offered</dt>
        <dd>
          <TextLink
            to="/services"
            search={{ active: true }}
            aria-label={`${number(counts.active_services)} services offered`}
          >
            {number(counts.active_services)}
          </TextLink>
        </dd>
        {inactive > 0 && (
          <>
            <dt>Services no longer offered</dt>
            <dd>
              <TextLink
                to="/services"
                search={{ active: false }}
                aria-label={`${number(inactive)} services no longer offered`}
              >
                {number(inactive)}
              </TextLink>
            </dd>
          </>
        )}
        {counts.webhooks !== null && counts.webhooks > 0 && managesSettings && (
          <>
            <dt>Webhooks</dt>
            <dd>
              <TextLink to="/webhooks" aria-label={`${number(counts.webhooks)} webhooks`}>
                {number(counts.webhooks)}
              </TextLink>
            </dd>
          </>
        )}
      </dl>
    </Panel>
  )
}

const number = (count: number) => count.toLocaleString('en-GB')
