import type { RequestOf } from '@ekyc/contract/console/shapes'

import { ProvenExport } from '../../parts/proven-export.tsx'
import { Sign } from '../../parts/sign.tsx'
import { fileAddress } from '../../session/call.ts'
import { t } from '../../texts/t.ts'
import styles from './agents-page.module.css'

/** The largest number of agents that a person may export without proving their identity again. */
const withoutProof = 1_000

export function ExportAgents({ filters, found }: { filters: RequestOf<'exportAgents'>; found: number }) {
  const inside = (
    <>
      <Sign name="export" size={15} />
      {t('agents.export')}
    </>
  )
  if (found <= withoutProof)
    return (
      <a className={styles.action} href={fileAddress('exportAgents', filters)} download>
        {inside}
      </a>
    )
  return (
    <ProvenExport act="agent.export" call="exportAgents" request={filters}>
      {inside}
    </ProvenExport>
  )
}
