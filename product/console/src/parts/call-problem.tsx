import { Alert } from '@ekyc/ui/states/alert.tsx'

import { NoAnswer, Refused } from '../session/call.ts'
import { NotProven } from '../session/prove.ts'
import { shownRoles } from '../texts/shown.ts'
import { t } from '../texts/t.ts'
import { Button } from './controls/button.tsx'

export function CallProblem({
  error,
  isChange = false,
  onAgain,
}: {
  error: Error
  /** True for a call that changes something. If its answer is lost, the change may have been made. */
  isChange?: boolean
  onAgain?: () => void
}) {
  const isRefused = error instanceof Refused
  return (
    <Alert
      tone={
        (isRefused && error.code === 'not_permitted') || error instanceof NotProven ? 'warning' : 'failure'
      }
      actions={
        onAgain && (
          <Button look="quiet" small onClick={onAgain}>
            {t('frame.tryAgain')}
          </Button>
        )
      }
    >
      {wordsOf(error)} {error instanceof NoAnswer && t(isChange ? 'call.unknown' : 'call.notRead')}{' '}
      {isRefused && error.requestId && <small>{t('call.request', { id: error.requestId })}</small>}
    </Alert>
  )
}

function wordsOf(error: Error): string {
  if (error instanceof Refused && error.code === 'not_permitted' && error.roles.length > 0)
    return t('call.notPermitted', { roles: shownRoles(error.roles) })
  if (error instanceof NotProven) return t('proof.not')
  return error instanceof Refused ? error.message : t('call.noAnswer')
}
