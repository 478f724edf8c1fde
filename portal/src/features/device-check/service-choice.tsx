import type { FoundService } from '@ekyc/rd-client'

import { t } from '../../texts/en/device-check.ts'
import { Button } from '../../ui/button.tsx'
import styles from './check-card.module.css'

/** Several drivers on one computer are common: only one of them may be well. */
export function ServiceChoice({
  services,
  onChoose,
}: {
  services: readonly FoundService[]
  onChoose: (service: FoundService) => void
}) {
  return (
    <ul className={styles.choice} aria-label={t('check.chooseTitle')}>
      {services.map((service, index) => (
        <li key={`${service.scheme} ${service.host} ${service.port}`}>
          <Button
            look="quiet"
            wide
            data-next={index === 0 ? '' : undefined}
            onClick={() => onChoose(service)}
          >
            {t('check.choice', {
              name: service.info || t('check.service.unnamed'),
              port: service.port,
              word: service.status || t('check.status.none'),
            })}
          </Button>
        </li>
      ))}
    </ul>
  )
}
