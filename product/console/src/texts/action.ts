import { textOf } from '@ekyc/ui/t.ts'

/** Names an action of the audit trail in words; one that has none by its own name. */
export function shownAction(action: string): string {
  return textOf(`${action}.act`) ?? textOf(`action.${action}`) ?? action
}
