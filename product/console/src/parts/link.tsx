import { Link as PlainLink, type LinkProps } from '@ekyc/ui/link.tsx'

import styles from './console-link.module.css'

/** A link to a page of the console. The link is as high as its line, because most links stand within text or tables. */
export function Link({ className = '', ...rest }: LinkProps & { to: string }) {
  return <PlainLink {...rest} className={`${styles.inline} ${className}`} />
}
