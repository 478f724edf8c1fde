import type { AnswerOf } from '@ekyc/contract/console/shapes'

import { Pill, type Tone } from '../../parts/pill.tsx'
import { t } from '../../texts/t.ts'

type Proposal = AnswerOf<'listProposals'>['rows'][number]

const tones: Record<Proposal['state'], Tone> = {
  open: 'note',
  approved: 'note',
  applying: 'note',
  applied: 'good',
  rejected: 'bad',
  withdrawn: 'plain',
  expired: 'plain',
  conflicted: 'warning',
  failed: 'bad',
}

export function ProposalState({
  state,
  approvals,
  quorum,
}: Pick<Proposal, 'state' | 'approvals' | 'quorum'>) {
  return (
    <Pill tone={tones[state]} sign={state === 'applied' ? 'tick' : 'proposals'}>
      {state === 'open' ? t('proposal.approvals', { approvals, quorum }) : t(`proposal.state.${state}`)}
    </Pill>
  )
}
