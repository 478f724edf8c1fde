import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { textOf } from '@ekyc/ui/t.ts'

import { shownNumber } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'

type Proposal = Pick<AnswerOf<'listProposals'>['rows'][number], 'act' | 'agent' | 'touches'>

/** Returns the title of a proposal: the act, and the name of the one agent or the number of agents that it affects. */
export function titleOf({ act, agent, touches }: Proposal): string {
  const what = shownAct(act)
  if (agent) return t('proposal.of', { what, name: agent.name || t('proposal.erased') })
  return touches > 1 ? t('proposal.ofMany', { what, count: shownNumber(touches) }) : what
}

/** Names an act in words. An act that only the command line has keeps its technical name. */
export function shownAct(act: string): string {
  return textOf(`proposal.act.${act}`) ?? act
}

export function shownField(field: string): string {
  return textOf(`proposal.field.${field}`) ?? field
}

export function shownValue(field: string, value: string): string {
  return textOf(`proposal.value.${field}.${value}`) ?? value
}

/** Returns an act's side effects in words, such as ended sessions. The server counts the effects in a trial run. */
export function shownEffect(effect: Readonly<Record<string, number>>): string[] {
  return Object.entries(effect)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${textOf(`proposal.effect.${name}`) ?? name}: ${shownNumber(count)}`)
}
