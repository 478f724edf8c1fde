import { passwordMinLength } from '@ekyc/contract/limits'
import { passwordDemands, type PasswordDemand } from '@ekyc/contract/rules'

import { t } from '../../texts/t.ts'
import { Icon } from '@ekyc/ui/icon.tsx'
import { VisuallyHidden } from '@ekyc/ui/visually-hidden.tsx'
import styles from './password-demands.module.css'

const demands: PasswordDemand[] = ['length', 'upperCase', 'lowerCase', 'digit', 'special']

export function PasswordDemands({ password }: { password: string }) {
  const strange = !passwordDemands.allowedCharacters(password)
  return (
    <ul className={styles.demands} aria-label={t('newPassword.demands')}>
      {demands.map(demand => (
        <Demand key={demand} demand={demand} met={passwordDemands[demand](password)} />
      ))}
      {strange && <Demand demand="allowedCharacters" met={false} />}
    </ul>
  )
}

function Demand({ demand, met }: { demand: PasswordDemand; met: boolean }) {
  return (
    <li className={met ? styles.met : undefined}>
      <Icon name={met ? 'tick' : 'circle'} size={18} />
      {t(`newPassword.demand.${demand}`, { length: passwordMinLength })}
      <VisuallyHidden> ({met ? t('newPassword.demand.met') : t('newPassword.demand.open')})</VisuallyHidden>
    </li>
  )
}
