import { useState } from 'react'

import { useBranding } from '../../api/branding.ts'
import { t } from '../../texts/t.ts'
import { Disclosure } from '@ekyc/ui/disclosure.tsx'
import styles from './question-list.module.css'

const numbers = ['1', '2', '3', '4', '5', '6', '7'] as const

export function QuestionList() {
  const [open, setOpen] = useState<string>()
  const version = useBranding(branding => branding.deviceServiceVersion)
  return (
    <div>
      {numbers.map(number => (
        <Disclosure
          key={number}
          className={styles.item}
          title={t(`help.${number}.question`)}
          open={open === number}
          onPress={() => setOpen(open === number ? undefined : number)}
        >
          <p>{t(`help.${number}.answer`, { version })}</p>
        </Disclosure>
      ))}
    </div>
  )
}
