import { proposalEffects } from '@ekyc/contract/console/proposal-changes'
import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { privileges } from '@ekyc/contract/words'
import { textOf } from '@ekyc/ui/t.ts'

import { shownAction } from '../../texts/action.ts'
import { shownNumber } from '../../texts/shown.ts'
import { shownAgentRoles } from '../../texts/roles.ts'
import { t } from '../../texts/t.ts'

type Proposal = Pick<AnswerOf<'listProposals'>['rows'][number], 'act' | 'agent' | 'touches'>

export function titleOf({ act, agent, touches }: Proposal): string {
  const what = shownAct(act)
  if (agent) return t('proposal.of', { what, name: agent.name || t('proposal.erased') })
  return touches > 1 ? t('proposal.ofMany', { what, count: shownNumber(touches) }) : what
}

/** Returns the words of an act that can be proposed, or those of an act that was done in an emergency. */
export function shownAct(act: string): string {
  return textOf(`proposal.act.${act}`) ?? shownAction(act)
}

/** A value that people have entered, such as a name, has no words of ours. */
export function shownValue(field: string, value: string): string {
  if (field === 'roles') return shownAgentRoles(value.split(' '))
  if (field === 'withheld')
    return privileges
      .filter(privilege => value.split(' ').includes(privilege))
      .map(privilege => t(`privilege.${privilege}`))
      .join(', ')
  return textOf(`proposal.value.${field}.${value}`) ?? value
}

/** The server counts the effects of the act in a trial run. */
export function shownEffect(effect: AnswerOf<'getProposal'>['effect']): string[] {
  return proposalEffects.flatMap(name => {
    const count = effect[name] ?? 0
    return count > 0 ? [`${t(`proposal.effect.${name}`)}: ${shownNumber(count)}`] : []
  })
}
