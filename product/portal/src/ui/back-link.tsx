import type { ComponentProps } from 'react'

import { t } from '../texts/t.ts'
import type { Path } from '../session/paths.ts'
import { useHome } from '../session/use-home.ts'
import styles from './back-link.module.css'
import { Icon } from '@ekyc/ui/controls/icon.tsx'
import { Link } from './link.ts'

export function BackLink({ to, ...rest }: Pick<ComponentProps<'a'>, 'onClick' | 'children'> & { to?: Path }) {
  const home = useHome()
  return (
    <Link {...rest} to={to ?? home} className={styles.back}>
      <Icon name="back" />
      <span>{rest.children ?? t('shared.back')}</span>
    </Link>
  )
}
