import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { proposalEffects } from '@ekyc/contract/console/proposal-changes'
import { privileges } from '@ekyc/contract/words'
import { textOf } from '@ekyc/ui/texts/t.ts'

import { Pill, type Tone } from '../../parts/lists/marks.tsx'
import { t } from '../../texts/t.ts'
import { shownAction, shownAgentRoles, shownNumber } from '../../texts/shown.ts'

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

type Titled = Pick<AnswerOf<'listProposals'>['rows'][number], 'act' | 'agent' | 'touches'>

export function titleOf({ act, agent, touches }: Titled): string {
  const what = shownAct(act)
  if (agent) return t('proposal.of', { what, name: agent.name || t('proposal.erased') })
  return touches > 1 ? t('proposal.ofMany', { what, count: shownNumber(touches) }) : what
}

export function shownAct(act: string): string {
  return textOf(`proposal.act.${act}`) ?? shownAction(act)
}

/** A value that people have entered, such as a name, has no words of ours. */
export function shownValue(field: string, value: string): string {
  if (field === 'withheld')
    return privileges
      .filter(privilege => value.split(' ').includes(privilege))
      .map(privilege => t(`privilege.${privilege}`))
      .join(', ')
  if (field === 'roles') return shownAgentRoles(value.split(' '))
  return textOf(`proposal.value.${field}.${value}`) ?? value
}

/** The server counts the effects of the act in a trial run. */
export function shownEffect(effect: AnswerOf<'getProposal'>['effect']): string[] {
  return proposalEffects.flatMap(name => {
    const count = effect[name] ?? 0
    return count > 0 ? [`${t(`proposal.effect.${name}`)}: ${shownNumber(count)}`] : []
  })
}
