import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { longestComment } from '@ekyc/contract/limits'
import { useFocusOnChange } from '@ekyc/ui/states/use-focus-on-change.ts'
import { type ComponentProps, useState } from 'react'
import { TextArea } from '@ekyc/ui/controls/form.tsx'
import { Card } from '@ekyc/ui/states/card.tsx'

import { Button, CancelDialog, Sign, type SignName } from '../../parts/elements.tsx'
import { CallProblem } from '../../parts/page.tsx'
import { tell } from '../../parts/act-dialog.tsx'
import { addressOf, go } from '../../session/address.ts'
import { useChange, useProvenChange } from '../../session/call.ts'
import { t } from '../../texts/t.ts'
import { shownRoles, shownToMinute } from '../../texts/shown.ts'
import styles from './proposal-page.module.css'

export type Proposal = AnswerOf<'getProposal'>

/** The vote buttons have no keyboard shortcut, because no shortcut may change data. */
export function Decision({ proposal }: { proposal: Proposal }) {
  const { maker, votes, quorum, approvals, approvers, voteBar, result } = proposal
  const missing = Math.max(0, quorum - approvals)
  const place = useFocusOnChange(voteBar ?? 'open')
  return (
    <div ref={place}>
      <Card title={t('proposal.decision')}>
        <ul className={styles.people}>
          <Person sign="proposals" name={maker.name} did={t('proposal.made')} />
          {votes.map(({ person, vote, on, counts, comment }) => (
            <Person
              key={person.name + on}
              sign={vote === 'approve' ? 'tick' : 'cross'}
              name={person.name}
              did={t(counts ? `proposal.vote.${vote}` : 'proposal.vote.void', { time: shownToMinute(on) })}
              comment={comment}
            />
          ))}
          {voteBar !== 'over' && missing > 0 && (
            <Person
              sign="staff"
              name={t(missing === 1 ? 'proposal.oneMore' : 'proposal.twoMore')}
              did={shownRoles(approvers)}
            />
          )}
        </ul>
        {result && <p dir="auto">{result}</p>}
        {voteBar ? (
          <p tabIndex={-1} data-next>
            {t(`proposal.bar.${voteBar}`)}
          </p>
        ) : (
          <VoteForm proposal={proposal} />
        )}
      </Card>
    </div>
  )
}

function Person({
  sign,
  name,
  did,
  comment,
}: {
  sign: SignName
  name: string
  did: string
  comment?: string | undefined
}) {
  return (
    <li>
      <span className={styles.dot}>
        <Sign name={sign} size={14} />
      </span>
      <div>
        <span dir="auto">{name}</span>
        <small>{did}</small>
        {comment && <q dir="auto">{comment}</q>}
      </div>
    </li>
  )
}

function VoteForm({
  proposal: { number, contentHash, quorum, approvals, hasMoved },
}: {
  proposal: Proposal
}) {
  const [comment, setComment] = useState('')
  const [isBare, setBare] = useState(false)
  const vote = useProvenChange('vote', 'proposal.vote')
  const pressed = vote.isPending ? vote.variables.vote : undefined
  const isLast = approvals + 1 >= quorum
  return (
    <div className={`stack-12 ${styles.vote}`}>
      <CommentField
        label={t('proposal.comment')}
        placeholder={t('proposal.commentHint')}
        value={comment}
        error={isBare ? t('proposal.commentNeeded') : undefined}
        onText={text => {
          setComment(text)
          setBare(false)
        }}
      />
      <small>{t('proposal.exactly', { hash: shownHash(contentHash) })}</small>
      {vote.error && <CallProblem error={vote.error} isChange />}
      <div className={styles.buttons}>
        <Button
          sends
          look="bad"
          busy={pressed === 'deny'}
          disabled={pressed === 'approve'}
          onClick={() => decide('deny')}
        >
          {t('proposal.deny')}
        </Button>
        <Button
          sends
          busy={pressed === 'approve'}
          disabled={hasMoved || pressed === 'deny'}
          onClick={() => decide('approve')}
        >
          {t(isLast ? 'proposal.approveAndApply' : 'proposal.approve')}
        </Button>
      </div>
    </div>
  )

  function decide(way: 'approve' | 'deny'): void {
    const text = comment.trim()
    if (way === 'deny' && text === '') return setBare(true)
    return vote.mutate(
      { number, vote: way, contentHash, ...(text && { comment: text }) },
      { onSuccess: ({ state }) => tell({ says: t(`proposal.voted.${state === 'open' ? 'open' : 'over'}`) }) },
    )
  }
}

/** Shortens a content hash to eight characters, by which two people can compare whether they see the same content. */
export function shownHash(hash: string): string {
  return `${hash.slice(0, 4)} ${hash.slice(4, 8)}`
}

export function CommentField({
  onText,
  ...area
}: ComponentProps<typeof TextArea> & { onText: (text: string) => void }) {
  return <TextArea {...area} maxLength={longestComment} onChange={({ target }) => onText(target.value)} />
}

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
    <CancelDialog
      title={t('proposal.withdraw')}
      onClose={onClose}
      actions={
        <Button
          sends
          look="bad"
          busy={withdraw.isPending}
          onClick={() => withdraw.mutate({ number }, { onSuccess: onClose })}
        >
          {t('proposal.withdraw')}
        </Button>
      }
    >
      <p>{t('proposal.withdrawText')}</p>
      {withdraw.error && <CallProblem error={withdraw.error} isChange />}
    </CancelDialog>
  )
}

function ProposeAnew({ proposal: { number, reason }, onClose }: { proposal: Proposal; onClose: () => void }) {
  const [text, setText] = useState(reason)
  const [isBare, setBare] = useState(false)
  const anew = useChange('proposeAnew')
  return (
    <CancelDialog
      title={t('proposal.anew')}
      onClose={onClose}
      actions={
        <Button sends busy={anew.isPending} onClick={propose}>
          {t('proposal.anew')}
        </Button>
      }
    >
      <p>{t('proposal.anewText')}</p>
      <CommentField
        label={t('table.reason')}
        value={text}
        error={isBare ? t('proposal.reasonNeeded') : undefined}
        onText={setText}
      />
      {anew.error && <CallProblem error={anew.error} isChange />}
    </CancelDialog>
  )

  function propose(): void {
    const told = text.trim()
    setBare(told === '')
    if (told !== '')
      anew.mutate(
        { number, reason: told },
        { onSuccess: ({ proposal }) => go(addressOf('/proposals/:number', { number: proposal })) },
      )
  }
}
