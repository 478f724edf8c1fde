import type { AnswerOf } from '@ekyc/contract/console/shapes'

import { Pill, type SignName, type Tone } from '../../parts/lists/marks.tsx'
import { t } from '../../texts/t.ts'

export type Status = AnswerOf<'listAgents'>['rows'][number]['statuses'][number]

const looks: Record<Status, { tone: Tone; sign?: SignName }> = {
  enabled: { tone: 'good', sign: 'tick' },
  disabled: { tone: 'bad', sign: 'cross' },
  locked: { tone: 'warning', sign: 'lock' },
  'no-password': { tone: 'plain' },
  'reset-demanded': { tone: 'plain' },
  stopped: { tone: 'bad', sign: 'lock' },
  dormant: { tone: 'warning', sign: 'lock' },
  'kyc-due': { tone: 'warning' },
}

export const allStatuses = Object.keys(looks) as Status[]

/** The status `enabled` shows only if the agent has no other status. */
export function AgentStatus({ statuses }: { statuses: readonly Status[] }) {
  const others = statuses.filter(status => status !== 'enabled')
  const shown: readonly Status[] = others.length > 0 ? others : ['enabled']
  return shown.map(status => (
    <Pill key={status} {...looks[status]}>
      {t(`status.${status}`)}
    </Pill>
  ))
}
