import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { customerBilling } from '#api/customer-billing.ts'
import { EmailLink } from '#kit/contact-links.tsx'
import { Fact, FactList } from '#kit/facts.tsx'
import { ButtonLink } from '#kit/link.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { languageNames } from '#parts/invoices/language-names.ts'
import { termsText } from '#parts/payment-terms.ts'

interface Props {
  id: number
  hasFeature: boolean
  canManage: boolean
}

/** How the customer is billed; nothing where nobody has entered any of it. */
export function CustomerBillingDetails({ id, hasFeature, canManage }: Props) {
  const { data } = useQuery({ ...customerBilling.one(id), enabled: hasFeature })
  if (!data) return null
  const { tax_number, email, reference, electronic_address, currency, payment_days } = data
  const language = data.language === null ? '' : languageNames[data.language]
  const reminders = data.automatic_reminders ? '' : 'Only sent by hand'
  const terms = payment_days === null ? '' : termsText(payment_days)
  const isEmpty = [
    tax_number,
    email,
    reference,
    electronic_address,
    currency ?? '',
    terms,
    language,
    reminders,
  ].every((text) => text === '')
  if (isEmpty) return null
  return (
    <SectionCard
      title="Billing"
      actions={
        canManage && (
          <ButtonLink
            to="/customers/$id/billing"
            params={{ id: String(id) }}
            variant="default"
            size="xs"
            leftSection={<IconPencil size={14} aria-hidden />}
            aria-label="Edit billing details"
          >
            Edit
          </ButtonLink>
        )
      }
    >
      <FactList>
        <Fact label="Tax number" value={tax_number} />
        <Fact label="Reference" value={reference} />
        <Fact label="Email for invoices" value={email}>
          <EmailLink value={email} />
        </Fact>
        <Fact label="Electronic address" value={electronic_address} />
        <Fact label="Currency" value={currency} />
        <Fact label="Payment terms" value={terms} />
        <Fact label="Language" value={language} />
        <Fact label="Reminders" value={reminders} />
      </FactList>
    </SectionCard>
  )
}
