import type { RequestOf } from '@ekyc/contract/console/shapes'
import { useMutation } from '@tanstack/react-query'

import { CallProblem } from '../../parts/call-problem.tsx'
import { Sign } from '../../parts/sign.tsx'
import { fileAddress } from '../../session/call.ts'
import { prove } from '../../session/prove.ts'
import { t } from '../../texts/t.ts'
import styles from './agents-page.module.css'

/** The largest number of agents that a person may export without proving their identity again. */
const withoutProof = 1_000

export function ExportAgents({ filters, found }: { filters: RequestOf<'exportAgents'>; found: number }) {
  const address = fileAddress('exportAgents', filters)
  const download = useMutation({
    mutationFn: async () => {
      await prove('agent.export', filters)
      location.assign(address)
    },
  })
  const inside = (
    <>
      <Sign name="export" size={15} />
      {t('agents.export')}
    </>
  )
  if (found <= withoutProof)
    return (
      <a className={styles.action} href={address} download>
        {inside}
      </a>
    )
  return (
    <>
      <button
        type="button"
        className={styles.action}
        disabled={download.isPending}
        onClick={() => download.mutate()}
      >
        {inside}
      </button>
      {download.error && <CallProblem error={download.error} />}
    </>
  )
}
