import { proposalEffects } from '@ekyc/contract/console/proposal-changes'
import { privileges } from '@ekyc/contract/words'
import { textOf } from '@ekyc/ui/texts/t.ts'
import { useState } from 'react'
import { Card } from '@ekyc/ui/states/card.tsx'
import { Alert } from '@ekyc/ui/states/alert.tsx'

import { Button, Link, Facts, Sign, type SignName } from '../../parts/elements.tsx'
import { Age, CallProblem, PageHead, ReadPart } from '../../parts/page.tsx'
import { addressOf } from '../../session/address.ts'
import { useCall, useChange } from '../../session/call.ts'
import { t } from '../../texts/t.ts'
import { shownAgentRoles, shownNumber, shownToMinute } from '../../texts/shown.ts'
import { CommentField, Decision, ProposalActs, shownHash, type Proposal } from './decision.tsx'
import styles from './proposal-page.module.css'
import { ProposalState, titleOf } from './proposal-state.tsx'
import { ImportLines, useImport } from '../../parts/import-lines.tsx'
import { useMeans } from '../../session/session.ts'

export function ProposalPage(parameters: { number: string }) {
  const number = Number(parameters.number)
  const proposal = useCall(
    'getProposal',
    { number },
    { goesOn: ({ state }) => state === 'approved' || state === 'applying' },
  )
  const { data: read } = proposal
  const means = useMeans()
  return (
    <>
      <PageHead
        title={read ? titleOf(read) : t('proposal.title', { number })}
        way={[{ title: t('nav.proposals'), to: '/proposals' }]}
        beside={
          read && (
            <>
              <ProposalState {...read} />
              <span>
                {t(read.endedOn ? 'proposal.ended' : 'proposal.ends', {
                  number,
                  time: shownToMinute(read.endedOn ?? read.expiresOn),
                })}
              </span>
              <Age query={proposal} />
            </>
          )
        }
        actions={read && <ProposalActs proposal={read} />}
      />
      <ReadPart query={proposal} lines={12}>
        {data => (
          <>
            {data.hasMoved && data.voteBar !== 'over' && <Alert tone="warning">{t('proposal.moved')}</Alert>}
            <div className={styles.two}>
              <div className="stack-16">
                <Changes proposal={data} />
                {/* Everybody who votes on an import may look at it. */}
                {data.import !== undefined && means('import.show') && <Lines id={data.import} />}
                <Why proposal={data} />
              </div>
              <div className={`stack-16 ${styles.side}`}>
                <Decision key={data.contentHash} proposal={data} />
                <StillWorks proposal={data} />
              </div>
              <WaySoFar proposal={data} />
            </div>
          </>
        )}
      </ReadPart>
    </>
  )
}

function StillWorks({ proposal: { hasMoved, others, isJob, voteBar } }: { proposal: Proposal }) {
  if (voteBar === 'over') return null
  return (
    <Card title={t('proposal.works')}>
      <Facts
        facts={{
          'proposal.ground': t(hasMoved ? 'proposal.groundMoved' : 'proposal.groundSame'),
          'proposal.others':
            others.length === 0
              ? t('proposal.noOthers')
              : others.map(number => (
                  <span key={number}>
                    <Link to={addressOf('/proposals/:number', { number })}>#{number}</Link>{' '}
                  </span>
                )),
          'proposal.after': t(isJob ? 'proposal.afterJob' : 'proposal.afterAtOnce'),
        }}
      />
    </Card>
  )
}

function Changes({ proposal: { changes, effect, touched, touches, voteBar } }: { proposal: Proposal }) {
  const isMany = touches > 1
  // The server counts the effects of the act in a trial run.
  const effects = proposalEffects.flatMap(name => {
    const count = effect[name] ?? 0
    return count > 0 ? [`${t(`proposal.effect.${name}`)}: ${shownNumber(count)}`] : []
  })
  const isMobileShown = voteBar === undefined && changes.some(({ field }) => field === 'mobile')
  return (
    <Card flush title={t('proposal.changes')}>
      {changes.length > 0 && (
        <table className={styles.changes}>
          <thead>
            <tr>
              <th scope="col">{t('proposal.field')}</th>
              <th scope="col">{t('proposal.now')}</th>
              <th scope="col">{t('proposal.becomes')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ field, now, becomes, rows }) => (
              <tr key={`${field} ${now} ${becomes}`}>
                <th scope="row">
                  {t(`proposal.field.${field}`)}
                  {isMany && <small>{t('proposal.rows', { count: shownNumber(rows) })}</small>}
                </th>
                <td>{now === '' ? t('act.none') : <del>{shownValue(field, now)}</del>}</td>
                <td>{becomes === '' ? t('act.none') : <ins>{shownValue(field, becomes)}</ins>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={styles.foot}>
        {isMany && <p>{t('proposal.reaches', { count: shownNumber(touches) })}</p>}
        {effects.length > 0 && <p>{effects.join(', ')}</p>}
        {isMobileShown && <p>{t('proposal.mobileHint')}</p>}
      </div>
      {touched.length > 0 && (
        <details className={styles.touched} open={touched.length <= 5}>
          <summary>
            {touched.length < touches
              ? t('proposal.firstTouched', { count: touched.length })
              : t('proposal.touched', { count: touched.length })}
          </summary>
          <ul>
            {touched.map(({ kind, id, name, mobile, moved }) => (
              <li key={id}>
                <Link to={addressOf(kind === 'staff' ? '/staff/:id' : '/agents/:id', { id })} dir="auto">
                  {name || t('table.erased')}
                </Link>{' '}
                {mobile} {moved && <em>{t('proposal.rowMoved')}</em>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  )
}

/** A value that people have entered, such as a name, has no words of ours. */
function shownValue(field: string, value: string): string {
  if (field === 'withheld')
    return privileges
      .filter(privilege => value.split(' ').includes(privilege))
      .map(privilege => t(`privilege.${privilege}`))
      .join(', ')
  if (field === 'roles') return shownAgentRoles(value.split(' '))
  return textOf(`proposal.value.${field}.${value}`) ?? value
}

function Lines({ id }: { id: string }) {
  const found = useImport(id)
  return (
    <ReadPart query={found} lines={8}>
      {page => (
        <ImportLines
          page={page}
          title={t('import.ofProposal')}
          actions={<Link to={addressOf('/agents/import/:id', { id })}>{page.import.name}</Link>}
        />
      )}
    </ReadPart>
  )
}

function Why({ proposal: { number, reason, maker, madeOn, comments } }: { proposal: Proposal }) {
  const [text, setText] = useState('')
  const comment = useChange('comment')
  const said = [{ person: maker, on: madeOn, text: reason }, ...comments]
  return (
    <Card title={t('proposal.why')}>
      {said.map(one => (
        <figure key={one.on + one.person.name} className={styles.said}>
          <blockquote dir="auto">{one.text}</blockquote>
          <figcaption>
            <span dir="auto">{one.person.name}</span>, {shownToMinute(one.on)}
          </figcaption>
        </figure>
      ))}
      <details className={styles.say}>
        <summary>{t('proposal.comment')}</summary>
        <form
          className="stack-12"
          onSubmit={event => {
            event.preventDefault()
            if (text.trim() !== '')
              comment.mutate({ number, text: text.trim() }, { onSuccess: () => setText('') })
          }}
        >
          <CommentField label={t('proposal.said')} value={text} onText={setText} />
          {comment.error && <CallProblem error={comment.error} isChange />}
          <Button sends type="submit" look="quiet" small busy={comment.isPending}>
            {t('proposal.saySend')}
          </Button>
        </form>
      </details>
    </Card>
  )
}

type Step = { on: string; sign: SignName; says: string; more?: string | undefined }

function WaySoFar({ proposal }: { proposal: Proposal }) {
  return (
    <Card title={t('proposal.way')}>
      <ol className={styles.way}>
        {stepsOf(proposal).map(({ on, sign, says, more }) => (
          <li key={on + says}>
            <time dateTime={on}>{shownToMinute(on)}</time>
            <span className={styles.dot}>
              <Sign name={sign} size={14} />
            </span>
            <div>
              <b dir="auto">{says}</b>
              {more && <small dir="auto">{more}</small>}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function stepsOf({ maker, madeOn, contentHash, votes, state, endedOn, result }: Proposal): Step[] {
  const end: Step[] = endedOn
    ? [
        {
          on: endedOn,
          sign: state === 'applied' ? 'tick' : 'info',
          says: t(`proposal.state.${state}`),
          more: result,
        },
      ]
    : []
  const decisions = votes.map(({ person, vote, on, comment }): Step => ({
    on,
    sign: vote === 'approve' ? 'tick' : 'cross',
    says: t(`proposal.way.${vote}`, { name: person.name }),
    more: comment,
  }))
  const first: Step = {
    on: madeOn,
    sign: 'proposals',
    says: t('proposal.way.made', { name: maker.name }),
    more: t('proposal.content', { hash: shownHash(contentHash) }),
  }
  return [...end, ...decisions.toReversed(), first]
}
