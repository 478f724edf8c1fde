import { textOf } from '@ekyc/ui/t.ts'

/** Names an action of the audit trail in words; one that has none by its own name. */
export function shownAction(action: string): string {
  return textOf(`${action}.act`) ?? textOf(`action.${action}`) ?? action
}

/** Says how the act of a row has ended; an outcome that has no words by its own name. */
export function shownOutcome(outcome: string): string {
  return textOf(`ended.${outcome}`) ?? outcome
}
