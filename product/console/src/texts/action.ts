import { textOf } from '@ekyc/ui/t.ts'

/** An action without words keeps its technical name. */
export function shownAction(action: string): string {
  return textOf(`${action}.act`) ?? textOf(`action.${action}`) ?? action
}

/** An outcome without words keeps its technical name. */
export function shownOutcome(outcome: string): string {
  return textOf(`ended.${outcome}`) ?? outcome
}
