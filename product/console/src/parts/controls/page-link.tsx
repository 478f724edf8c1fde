import { Link as PlainLink, type LinkProps } from '@ekyc/ui/controls/link.tsx'

import { t } from '../../texts/t.ts'
import styles from './page-link.module.css'

/** A link to a page of the console. The link is as high as its line, because most links stand within text or tables. */
export function Link({ className = '', ...rest }: LinkProps & { to: string }) {
  return <PlainLink {...rest} className={`${styles.inline} ${className}`} />
}

/** An agent's name as a link to the agent's page. An erased agent has a page, but no name. */
export function AgentLink({ agent: { id, name } }: { agent: { id: string; name: string | null } }) {
  return (
    <Link to={`/agents/${id}`} dir="auto">
      {name || t('orderTable.erased')}
    </Link>
  )
}
