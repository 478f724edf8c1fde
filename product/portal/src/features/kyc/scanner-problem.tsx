import { adviceOn } from '../../scanner/advice.ts'
import { FailureAdvice } from '../../scanner/failure-advice.tsx'
import { ProblemView, supportLines } from '../../scanner/problem-view.tsx'
import type { Scanner } from '../../scanner/scanner-state.ts'
import { paths } from '../../session/paths.ts'
import { t } from '../../texts/t.ts'
import { Button } from '@ekyc/ui/button.tsx'
import { Dialog } from '@ekyc/ui/dialog.tsx'
import { Link } from '../../ui/link.ts'

type ScannerProblemProps = Extract<Scanner, { at: 'problem' }> & {
  onTryAgain: () => void
  onProblemRead: () => void
}

/** A refusal by the device is also shown in a dialog, until the agent has read it (product.md section 4). */
export function ScannerProblem({ read, onProblemRead, ...shown }: ScannerProblemProps) {
  const { problem, onTryAgain } = shown
  return (
    <>
      <ProblemView {...shown} withCustomer>
        <Link to={paths.deviceCheck}>{t('scanner.check')}</Link>
      </ProblemView>
      {problem.shownAs === 'dialog' && !read && (
        <Dialog
          title={problem.title}
          onClose={onProblemRead}
          actions={
            <>
              <Button look={problem.tryAgain ? 'quiet' : 'primary'} onClick={onProblemRead}>
                {t('kyc.scanner.close')}
              </Button>
              {problem.tryAgain && <Button onClick={onTryAgain}>{t('kyc.scanner.tryAgain')}</Button>}
            </>
          }
        >
          <FailureAdvice advice={adviceOn(problem)} support={supportLines(problem)} />
        </Dialog>
      )}
    </>
  )
}
