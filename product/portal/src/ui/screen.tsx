import { ScreenTitle as AnyTitle, type ScreenTitleProps } from '@ekyc/ui/states/screen-title.tsx'
import { Link as AnyLink, type LinkProps } from '@ekyc/ui/controls/link.tsx'
import type { ReactNode, ComponentProps } from 'react'
import { Icon } from '@ekyc/ui/controls/icon.tsx'

import { useBranding } from '../api/branding.ts'
import { type Address, type Path, useHome } from '../session/navigation.ts'
import { t } from '../texts/t.ts'
import styles from './screen.module.css'

export function ScreenTitle(props: ScreenTitleProps) {
  return <AnyTitle {...props} product={useBranding(branding => branding.productName)} />
}

export const Link: (props: LinkProps & { to: Address }) => ReactNode = AnyLink

export function BackLink({ to, ...rest }: Pick<ComponentProps<'a'>, 'onClick' | 'children'> & { to?: Path }) {
  const home = useHome()
  return (
    <Link {...rest} to={to ?? home} className={`not-printed ${styles.back}`}>
      <Icon name="back" />
      <span>{rest.children ?? t('shared.back')}</span>
    </Link>
  )
}
