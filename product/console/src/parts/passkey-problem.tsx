import { t } from '../texts/t.ts'
import { CallProblem } from './call-problem.tsx'
import { Notice } from './notice.tsx'

export function PasskeyProblem({ error }: { error: Error }) {
  if (!(error instanceof DOMException)) return <CallProblem error={error} isChange />
  return (
    <Notice tone="warning">
      {t(error.name === 'InvalidStateError' ? 'passkey.isThere' : 'passkey.notUsed')}
    </Notice>
  )
}
