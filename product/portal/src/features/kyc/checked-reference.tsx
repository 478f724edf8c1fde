import { useId } from 'react'

import { t } from '../../texts/t.ts'
import { Button } from '@ekyc/ui/button.tsx'
import { Icon } from '@ekyc/ui/icon.tsx'
import { VisuallyHidden } from '@ekyc/ui/visually-hidden.tsx'
import styles from './checked-reference.module.css'

export function CheckedReference({ reference, onChange }: { reference: string; onChange?: () => void }) {
  const id = useId()
  return (
    <div className={styles.row}>
      <VisuallyHidden>
        <label htmlFor={id}>{t('kyc.reference.label')}</label>
      </VisuallyHidden>
      <Icon name="tick" />
      <input id={id} value={reference} size={reference.length} readOnly />
      <VisuallyHidden>{t('kyc.reference.accepted')}</VisuallyHidden>
      {onChange && (
        <Button look="link" onClick={onChange}>
          <Icon name="edit" />
          <span>{t('kyc.reference.startOver')}</span>
        </Button>
      )}
    </div>
  )
}
