import { useState } from 'react'

import { t } from '../texts/t.ts'
import styles from './password-field.module.css'
import { TextField, type TextFieldProps } from './field.tsx'
import { VisuallyHidden } from '../states/visually-hidden.tsx'

export function PasswordField(props: Omit<TextFieldProps, 'type' | 'after'>) {
  const [isShown, setShown] = useState(false)
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={isShown ? 'text' : 'password'}
      after={
        <button type="button" className={styles.reveal} onClick={() => setShown(!isShown)}>
          {isShown ? t('shared.password.hide') : t('shared.password.show')}
          <VisuallyHidden> {props.label}</VisuallyHidden>
        </button>
      }
    />
  )
}
