import { textOf } from '@ekyc/ui/t.ts'

/** Names an action of the audit trail in words. An action without words keeps its technical name. */
export function shownAction(action: string): string {
  return textOf(`${action}.act`) ?? textOf(`action.${action}`) ?? action
}

/** Names the outcome of an audit row in words. An outcome without words keeps its technical name. */
export function shownOutcome(outcome: string): string {
  return textOf(`ended.${outcome}`) ?? outcome
}
