import { useId } from 'react'

import { t } from '../../texts/t.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './checked-reference.module.css'

/** The reference of the open order in one row. */
export function CheckedReference({ reference, onChange }: { reference: string; onChange?: () => void }) {
  const id = useId()
  return (
    <div className={styles.row}>
      <label htmlFor={id}>{t('kyc.reference.label')}</label>
      <input id={id} value={reference} readOnly />
      <p className={styles.checked}>
        <Icon name="tick" />
        <span>{t('kyc.reference.accepted')}</span>
      </p>
      {onChange && (
        <Button look="link" onClick={onChange}>
          {t('kyc.reference.startOver')}
        </Button>
      )}
    </div>
  )
}
