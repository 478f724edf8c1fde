import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { textOf } from '@ekyc/ui/texts/t.ts'

import { Pill, type Tone } from '../../parts/elements.tsx'
import { t } from '../../texts/t.ts'
import { shownAction, shownNumber } from '../../texts/shown.ts'

export type Proposal = AnswerOf<'listProposals'>['rows'][number]

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

export function titleOf({ act, agent, touches }: Pick<Proposal, 'act' | 'agent' | 'touches'>): string {
  const what = shownAct(act)
  if (agent) return t('proposal.of', { what, name: agent.name || t('table.erased') })
  return touches > 1 ? t('proposal.ofMany', { what, count: shownNumber(touches) }) : what
}

export function shownAct(act: string): string {
  return textOf(`proposal.act.${act}`) ?? shownAction(act)
}
