import { ScreenTitle as AnyTitle, type ScreenTitleProps } from '@ekyc/ui/states/screen-title.tsx'
import { Link as AnyLink, type LinkProps } from '@ekyc/ui/controls/link.tsx'
import type { ReactNode, ComponentProps } from 'react'
import { Icon } from '@ekyc/ui/controls/icon.tsx'
import { dialled } from '@ekyc/contract/rules'
import { Alert } from '@ekyc/ui/states/alert.tsx'

import { useBranding } from '../api/branding.ts'
import { type Address, type Path, useHome } from '../session/navigation.ts'
import { t } from '../texts/t.ts'
import styles from './screen.module.css'
import { useServerWatch } from '../api/probe-server.ts'

export function ScreenTitle(props: ScreenTitleProps) {
  return <AnyTitle {...props} product={useBranding(branding => branding.productName)} />
}

export const Link: (props: LinkProps & { to: Address }) => ReactNode = AnyLink

type BackLinkProps = Pick<ComponentProps<'a'>, 'onClick' | 'children'> & { to?: Path; isShort?: true }

/** A short link shows only its arrow on a phone. */
export function BackLink({ to, isShort, ...rest }: BackLinkProps) {
  const home = useHome()
  return (
    <Link {...rest} to={to ?? home} className={`not-printed ${styles.back}`}>
      <Icon name="back" />
      <span className={isShort && 'unseen-on-phone'}>{rest.children ?? t('shared.back')}</span>
    </Link>
  )
}

/** Without a logo in the branding file, the server draws the bank's initials. */
export function BrandMark() {
  const { bankName, productName, logo, logoInDark } = useBranding()
  return (
    <span className={styles.mark}>
      {logo && (
        <picture>
          <source media="(prefers-color-scheme: dark)" srcSet={logoInDark} />
          <img src={logo} alt="" width="36" height="36" />
        </picture>
      )}
      <span className={styles.names}>
        <span className={styles.bank}>{bankName}</span>
        <span className={styles.product}>{productName}</span>
      </span>
    </span>
  )
}

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

export function BankNotice() {
  const { notice } = useBranding()
  return notice ? <Alert tone="info">{notice}</Alert> : null
}

export function NetworkNotice() {
  if (useServerWatch()) return null
  return (
    <Alert tone="warning">
      <p>
        <strong>{t(navigator.onLine ? 'network.serverAway' : 'network.gone')}</strong> {t('network.works')}
      </p>
    </Alert>
  )
}
