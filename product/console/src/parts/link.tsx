import { Link as PlainLink, type LinkProps } from '@ekyc/ui/link.tsx'

import styles from './console-link.module.css'

/** A link to a page of the console, as high as its line: most stand within text and tables. */
export function Link({ className = '', ...rest }: LinkProps & { to: string }) {
  return <PlainLink {...rest} className={`${styles.inline} ${className}`} />
}
