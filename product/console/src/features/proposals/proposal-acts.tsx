import { Dialog } from '@ekyc/ui/dialog.tsx'
import { go } from '@ekyc/ui/location.ts'
import { useState } from 'react'

import { Button } from '../../parts/button.tsx'
import { CallProblem } from '../../parts/call-problem.tsx'
import { useChange } from '../../session/use-call.ts'
import { t } from '../../texts/t.ts'
import { CommentField } from './comment-field.tsx'
import type { Proposal } from './proposal-page.tsx'

export function ProposalActs({ proposal }: { proposal: Proposal }) {
  const [open, setOpen] = useState<'withdraw' | 'anew'>()
  const close = () => setOpen(undefined)
  return (
    <>
      {proposal.mayProposeAnew && (
        <Button look="quiet" small onClick={() => setOpen('anew')}>
          {t('proposal.anew')}
        </Button>
      )}
      {proposal.mayWithdraw && (
        <Button look="quiet" small onClick={() => setOpen('withdraw')}>
          {t('proposal.withdraw')}
        </Button>
      )}
      {open === 'withdraw' && <Withdraw number={proposal.number} onClose={close} />}
      {open === 'anew' && <ProposeAnew proposal={proposal} onClose={close} />}
    </>
  )
}

function Withdraw({ number, onClose }: { number: number; onClose: () => void }) {
  const withdraw = useChange('withdraw')
  return (
    <Dialog
      title={t('proposal.withdraw')}
      onClose={onClose}
      actions={
        <>
          <Button
            sends
            look="bad"
            busy={withdraw.isPending}
            onClick={() => withdraw.mutate({ number }, { onSuccess: onClose })}
          >
            {t('proposal.withdraw')}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t('act.cancel')}
          </Button>
        </>
      }
    >
      <p>{t('proposal.withdrawText')}</p>
      {withdraw.error && <CallProblem error={withdraw.error} isChange />}
    </Dialog>
  )
}

function ProposeAnew({ proposal: { number, reason }, onClose }: { proposal: Proposal; onClose: () => void }) {
  const [text, setText] = useState(reason)
  const [isBare, setBare] = useState(false)
  const anew = useChange('proposeAnew')
  return (
    <Dialog
      title={t('proposal.anew')}
      onClose={onClose}
      actions={
        <>
          <Button sends busy={anew.isPending} onClick={propose}>
            {t('proposal.anew')}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t('act.cancel')}
          </Button>
        </>
      }
    >
      <p>{t('proposal.anewText')}</p>
      <CommentField
        label={t('act.reason')}
        value={text}
        error={isBare ? t('proposal.reasonNeeded') : undefined}
        onText={setText}
      />
      {anew.error && <CallProblem error={anew.error} isChange />}
    </Dialog>
  )

  function propose(): void {
    const told = text.trim()
    setBare(told === '')
    if (told !== '')
      anew.mutate({ number, reason: told }, { onSuccess: ({ proposal }) => go(`/proposals/${proposal}`) })
  }
}
