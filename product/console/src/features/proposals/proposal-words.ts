import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { textOf } from '@ekyc/ui/t.ts'

import { shownNumber } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'

type Proposal = Pick<AnswerOf<'listProposals'>['rows'][number], 'act' | 'agent' | 'touches'>

export function titleOf({ act, agent, touches }: Proposal): string {
  const what = shownAct(act)
  if (agent) return t('proposal.of', { what, name: agent.name || t('proposal.erased') })
  return touches > 1 ? t('proposal.ofMany', { what, count: shownNumber(touches) }) : what
}

/** An act that only the command line has keeps its technical name. */
export function shownAct(act: string): string {
  return textOf(`proposal.act.${act}`) ?? act
}

export function shownField(field: string): string {
  return textOf(`proposal.field.${field}`) ?? field
}

export function shownValue(field: string, value: string): string {
  return textOf(`proposal.value.${field}.${value}`) ?? value
}

/** The server counts the effects of the act in a trial run. */
export function shownEffect(effect: Readonly<Record<string, number>>): string[] {
  return Object.entries(effect)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${textOf(`proposal.effect.${name}`) ?? name}: ${shownNumber(count)}`)
}
