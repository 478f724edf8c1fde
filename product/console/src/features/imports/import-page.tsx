import { onExistingChoices } from '@ekyc/contract/console/sheet-lines'
import type { AnswerOf, RequestOf } from '@ekyc/contract/console/shapes'
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { saveCsv } from '@ekyc/ui/browser/save-csv.ts'
import { useState } from 'react'
import { Card } from '@ekyc/ui/states/card.tsx'
import { Alert } from '@ekyc/ui/states/alert.tsx'

import { ActDialog } from '../../parts/act-dialog.tsx'
import { Button, Link, Facts, Sign } from '../../parts/elements.tsx'
import { CallProblem, PageHead, ReadPart } from '../../parts/page.tsx'
import { ImportLines, problemsOf, useImport } from '../../parts/import-lines.tsx'
import { addressOf, go } from '../../session/address.ts'
import { call, useChange } from '../../session/call.ts'
import { useMeans, useSession } from '../../session/session.ts'
import { t } from '../../texts/t.ts'
import { shownNumber } from '../../texts/shown.ts'
import type { Sheet } from '../../sheet/sheet.ts'
import { wrongLinesCsv } from './columns.ts'
import styles from './imports.module.css'

type Answer = AnswerOf<'getImport'>
type Import = Answer['import']

export function ImportPage({ id }: { id: string }) {
  const found = useImport(id)
  const list = found.data?.import
  const planning = usePlanning(list)
  const change = useChange('planImport')
  const isBefore = list?.state === 'open' || list?.state === 'planned'
  const step = isBefore ? (list.proposal === undefined ? 'preview' : 'second') : 'import'
  const plan = (changes: Partial<RequestOf<'planImport'>>) =>
    list && change.mutate({ ...settingsOf(list), ...changes })
  return (
    <>
      <PageHead
        title={t('import.title')}
        way={[{ title: t('nav.agents'), to: '/agents' }]}
        beside={
          list && (
            <span dir="auto">
              {list.name}, {t('import.lines', { count: shownNumber(list.lines) })}
            </span>
          )
        }
        actions={list && <Actions list={list} />}
      />
      {list && <Steps current={step} isOver={list.state === 'applied'} />}
      {planning.error && <CallProblem error={planning.error} onAgain={() => void planning.refetch()} />}
      {change.error && <CallProblem error={change.error} onAgain={() => change.reset()} />}
      {list && <State list={list} plan={plan} />}
      <ReadPart query={found} lines={12}>
        {page => <ImportLines page={page} />}
      </ReadPart>
      {list?.state === 'planned' && list.proposal === undefined && (
        <div className="cards">
          <Card title={t('import.existing')}>
            <fieldset className={styles.choice} disabled={!list.isOwn || change.isPending}>
              <legend className="unseen">{t('import.existing')}</legend>
              {onExistingChoices.map(choice => (
                <label key={choice}>
                  <input
                    type="radio"
                    name="existing"
                    checked={list.onExisting === choice}
                    onChange={() => plan({ onExisting: choice })}
                  />
                  {t(`import.existing.${choice}`)}
                </label>
              ))}
            </fieldset>
            <p>{t('import.existingText')}</p>
          </Card>
          <Card title={t('import.after')}>
            <Facts
              facts={{
                'import.step.second': t('import.after.secondText'),
                'import.after.runs': t('import.after.runsText'),
              }}
            />
          </Card>
        </div>
      )}
    </>
  )
}

/** Plans the next lines of a person's own list, and reads the list again, which then asks for the lines after them. */
function usePlanning(list: Import | undefined) {
  const queries = useQueryClient()
  return useQuery({
    queryKey: ['planImport', list?.id, list?.planned],
    queryFn:
      list?.isOwn && list.state === 'open'
        ? async () => {
            const planned = await call('planImport', settingsOf(list))
            await queries.invalidateQueries({ queryKey: ['getImport'] })
            return planned
          }
        : skipToken,
    gcTime: 0,
    staleTime: 0,
  })
}

function settingsOf({ id, onExisting, leaveOut }: Import) {
  return { id, onExisting, leaveOut }
}

function Actions({ list }: { list: Import }) {
  const [isOpen, setOpen] = useState(false)
  const { id, hash, state, counts, isOwn, proposal } = list
  const drop = useChange('dropImport')
  const count = counts.added + counts.updated
  const mayPropose = useMeans()('agent.import')
  const isReady = hash !== undefined && count > 0 && (counts.wrong === 0 || list.leaveOut)
  return (
    <>
      {isOwn && (state === 'open' || state === 'planned') && proposal === undefined && (
        <Button
          look="quiet"
          busy={drop.isPending}
          onClick={() => drop.mutate({ id }, { onSuccess: () => go('/agents/import') })}
        >
          {t('import.another')}
        </Button>
      )}
      {state === 'planned' && proposal === undefined && mayPropose && (
        <Button disabled={!isReady} onClick={() => setOpen(true)}>
          {t('import.propose', { count: shownNumber(count) })}
        </Button>
      )}
      {isOpen && (
        <ActDialog
          act="agent.import"
          input={{ import: id, hash }}
          title={t('import.propose', { count: shownNumber(count) })}
          confirm={t('import.step.import')}
          onClose={() => setOpen(false)}
        >
          <p>
            {t('import.proposeText', {
              added: shownNumber(counts.added),
              updated: shownNumber(counts.updated),
              wrong: shownNumber(counts.wrong),
            })}
          </p>
        </ActDialog>
      )}
    </>
  )
}

function State({
  list,
  plan,
}: {
  list: Import
  plan: (changes: { leaveOut?: boolean; again?: boolean }) => void
}) {
  const { state, counts, leaveOut, isOwn, lines, planned, done, problem, proposal } = list
  const of = counts.added + counts.updated
  if (state === 'open') return <Progress text="import.planned" done={planned} of={lines} />
  if (state === 'applying')
    return (
      <Alert tone="info">
        {t('import.applying')} <Progress text="import.done" done={done} of={of} />
      </Alert>
    )
  if (state === 'applied') return <Alert tone="success">{t('import.applied')}</Alert>
  if (proposal !== undefined)
    return (
      <Alert tone="info">
        {t('import.waits')}{' '}
        <Link to={addressOf('/proposals/:number', { number: proposal })}>
          {t('proposal.title', { number: proposal })}
        </Link>
      </Alert>
    )
  return (
    <>
      {problem !== undefined && (
        <Alert
          tone="warning"
          actions={
            isOwn && (
              <Button look="quiet" small onClick={() => plan({ again: true })}>
                {t('import.again')}
              </Button>
            )
          }
        >
          {problem}
        </Alert>
      )}
      {counts.wrong > 0 && (
        <Alert
          tone={leaveOut ? 'info' : 'warning'}
          actions={
            <span className="row-8">
              <WrongFile list={list} />
              {isOwn && (
                <Button look="quiet" small onClick={() => plan({ leaveOut: !leaveOut })}>
                  {leaveOut ? t('import.takeIn') : t('import.leaveOut')}
                </Button>
              )}
            </span>
          }
        >
          {leaveOut ? (
            t('import.left', { count: shownNumber(counts.wrong) })
          ) : (
            <>
              <strong>
                {counts.wrong === 1
                  ? t('import.wrongOne')
                  : t('import.wrong', { count: shownNumber(counts.wrong) })}
              </strong>{' '}
              {t('import.wrongText')}
            </>
          )}
        </Alert>
      )}
    </>
  )
}

/** Takes the wrong lines from the file in this tab, because the server masks mobile numbers. */
function WrongFile({ list: { id } }: { list: Import }) {
  const sheet = useSession(({ imported }) => (imported?.id === id ? imported.sheet : undefined))
  const save = useMutation({
    mutationFn: async (file: Sheet) => {
      const problems = new Map<number, string>()
      for (let after: string | undefined = '0.0'; after !== undefined;) {
        const page: Answer = await call('getImport', { id, show: 'wrong', limit: 200, after })
        for (const row of page.rows) problems.set(row.line, problemsOf(row))
        after = page.next
      }
      saveCsv([wrongLinesCsv(file, problems)], 'wrong-lines')
    },
  })
  if (!sheet) return <small>{t('import.wrongNoFile')}</small>
  return (
    <>
      <Button look="quiet" small busy={save.isPending} onClick={() => save.mutate(sheet)}>
        {t('import.wrongFile')}
      </Button>
      {save.error && <CallProblem error={save.error} />}
    </>
  )
}

const steps = ['file', 'columns', 'preview', 'second', 'import'] as const
type Step = (typeof steps)[number]

export function Steps({ current, isOver = false }: { current: Step; isOver?: boolean }) {
  const at = steps.indexOf(current)
  return (
    <ol className={styles.steps} aria-label={t('import.steps')}>
      {steps.map((step, index) => {
        const isDone = index < at || isOver
        return (
          <li key={step} aria-current={index === at && !isOver ? 'step' : undefined}>
            <span className={isDone ? styles.done : styles.number}>
              {isDone ? <Sign name="tick" size={13} /> : index + 1}
            </span>
            {t(`import.step.${step}`)}
            {isDone && <span className="unseen">, {t('import.stepDone')}</span>}
          </li>
        )
      })}
    </ol>
  )
}

export function Progress({
  text,
  done,
  of,
}: {
  text: 'import.sent' | 'import.planned' | 'import.done'
  done: number
  of: number
}) {
  return (
    <label className={styles.progress}>
      <progress value={done} max={of} />
      {t(text, { done: shownNumber(done), of: shownNumber(of) })}
    </label>
  )
}
