import { dialled } from '@ekyc/contract/rules'

import { useBranding } from '../api/branding.ts'
import { t } from '../texts/t.ts'
import styles from './support-contact.module.css'

export function SupportContact() {
  const { support } = useBranding()
  if (!support) return null
  const { phone, whatsApp, hours } = support
  return (
    <p className={`row-8 quiet not-printed ${styles.contact}`}>
      <span>
        {t('support.call')} <a href={`tel:${dialled(phone)}`}>{phone}</a>
      </span>
      {whatsApp !== undefined && (
        <a href={`https://wa.me/${dialled(whatsApp).replace('+', '')}`} target="_blank" rel="noreferrer">
          {t('support.whatsApp')}
        </a>
      )}
      {hours !== undefined && <span>{hours}</span>}
    </p>
  )
}
