import { type ActName, type Right, rights } from '@ekyc/contract/console/acts'
import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { fieldText, TextField } from '@ekyc/ui/controls/form.tsx'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { currentPath } from '@ekyc/ui/browser/location.ts'
import { create } from 'zustand'
import type { ConsoleCallName } from '@ekyc/contract/console/calls'
import { useMutation } from '@tanstack/react-query'

import { type Address, addressOf } from '../session/address.ts'
import { useMeans } from '../session/session.ts'
import { fileAddress, prove, useCall, useChange } from '../session/call.ts'
import { t } from '../texts/t.ts'
import { shownNumber } from '../texts/shown.ts'
import styles from './act-dialog.module.css'
import { Button, CancelDialog } from './elements.tsx'
import { CallProblem, Waiting } from './page.tsx'

type Input = Record<string, unknown>
type Change = { field: string; now: string; becomes: string }
type Plan = AnswerOf<'planAct'>

/** The server plans the act with the code that does it, and counts the affected agents. */
export function ActDialog({
  act,
  input,
  title,
  confirm,
  isBad = false,
  size = 1,
  changesOf,
  children,
  onClose,
}: {
  act: ActName
  input: Input | ((fields: FormData) => Input)
  title: string
  confirm: string
  isBad?: boolean
  /** The number of agents that the act affects; Infinity for a whole list. */
  size?: number
  changesOf?: (input: Input) => readonly Change[]
  /** Sentences that explain the act, and the fields from which the function `input` makes the input. */
  children?: ReactNode
  onClose: () => void
}) {
  const form = useId()
  const means = useMeans()
  const hasFields = typeof input === 'function'
  const [chosen, setChosen] = useState(hasFields ? undefined : input)
  const planning = useCall('planAct', { name: act, input: chosen ?? {} }, { enabled: chosen !== undefined })
  // A plan of former input counts for nothing.
  const plan = chosen && !planning.isPlaceholderData && !planning.isError ? planning.data : undefined
  const change = useChange('doAct')
  const doing = useMutation({
    mutationFn: async ({ plan: planned, ...asked }: { plan: Plan; input: Input; reason?: string }) => {
      const proof = planned.needsProof && (await prove(act, asked.input))
      tellOf(await change.mutateAsync({ name: act, ...asked, ...(proof && { proof }) }), act, confirm)
    },
    onSuccess: onClose,
  })
  const isProposal = plan?.permission === 'propose' || means(act, size) === 'proposes'
  const { asksWhy }: Right = rights[act]
  const element = useFocusInForm(chosen !== undefined)
  const canDo = plan !== undefined && plan.permission !== 'nothing'
  return (
    <CancelDialog
      title={title}
      className={styles.dialog}
      onClose={onClose}
      actions={
        <>
          {chosen === undefined ? (
            <Button type="submit" form={form}>
              {t('act.goOn')}
            </Button>
          ) : (
            <Button
              sends
              type="submit"
              form={form}
              look={isBad ? 'bad' : 'primary'}
              // `disabled` would take the focus from the button, so that Enter would not confirm the act.
              aria-disabled={!canDo}
              busy={doing.isPending}
            >
              {isProposal ? t('act.propose', { act: confirm }) : confirm}
            </Button>
          )}
          {chosen !== undefined && hasFields && (
            <Button look="quiet" onClick={() => setChosen(undefined)}>
              {t('act.back')}
            </Button>
          )}
        </>
      }
    >
      <form ref={element} id={form} className="stack-12" onSubmit={press}>
        <div className="stack-12" hidden={hasFields && chosen !== undefined}>
          {children}
        </div>
        {chosen && !plan && !planning.isError && <Waiting lines={2} />}
        {plan && chosen && (
          <Preview plan={plan} changes={changesOf?.(chosen) ?? []} isCounted={size < Infinity} />
        )}
        {chosen && (isProposal || asksWhy) && (
          <TextField
            label={t('table.reason')}
            hint={t(isProposal ? 'act.reasonHint' : 'act.whyHint')}
            name="reason"
            required
            maxLength={500}
            focusOnOpen
          />
        )}
        {chosen && planning.isError && (
          <CallProblem error={planning.error} onAgain={() => void planning.refetch()} />
        )}
        {doing.error && <CallProblem error={doing.error} isChange />}
      </form>
    </CancelDialog>
  )

  function press(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const reason = fieldText(fields, 'reason')
    doing.reset()
    if (!chosen && hasFields) setChosen(input(fields))
    if (chosen && canDo) doing.mutate({ plan, input: chosen, ...(reason && { reason }) })
  }
}

/** Moves the focus to the form's first visible control when a new step has hidden or shown the fields. */
function useFocusInForm(isPlanned: boolean): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  const before = useRef(isPlanned)
  useEffect(() => {
    if (before.current === isPlanned) return
    before.current = isPlanned
    // `elements` lists the form's fields and then its submit button.
    for (const control of form.current?.elements ?? [])
      if (control.matches('input, select, textarea, button') && control.closest('[hidden]') === null)
        return (control as HTMLElement).focus()
  }, [isPlanned])
  return form
}

function tellOf(done: AnswerOf<'doAct'>, act: ActName, confirm: string): void {
  if ('proposal' in done) {
    const { proposal: number } = done
    tell({
      says: t('act.proposed', { number }),
      to: addressOf('/proposals/:number', { number }),
      follow: t('act.see'),
    })
  } else
    tell({
      says: done.changed ? t('act.done', { act: t(`action.${act}`) }) : t('act.unchanged', { act: confirm }),
    })
}

function Preview({
  plan,
  changes,
  isCounted,
}: {
  plan: Plan
  changes: readonly Change[]
  isCounted: boolean
}) {
  return (
    <>
      {isCounted && plan.reach > 1 && <p>{t('act.reach', { count: shownNumber(plan.reach) })}</p>}
      {changes.length > 0 && (
        <dl className={styles.diff}>
          {changes.map(({ field, now, becomes }) => (
            <div key={field}>
              <dt>{field}</dt>
              <dd>
                <del aria-label={`${t('act.now')} ${now || t('act.nothing')}`}>{now || t('act.nothing')}</del>{' '}
                <ins aria-label={`${t('act.becomes')} ${becomes || t('act.nothing')}`}>
                  {becomes || t('act.nothing')}
                </ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {plan.permission === 'propose' && <p>{t('act.second')}</p>}
      {plan.permission === 'nothing' && <p>{t('act.notYours')}</p>}
      {plan.needsProof && <p>{t('act.proof')}</p>}
    </>
  )
}

type Outcome = { says: string; to?: Address; follow?: string }

/** The outcome of the last act. The page shows it until the person dismisses it or another act replaces it. */
export const useOutcome = create<{ outcome: Outcome | undefined; path: string }>(() => ({
  outcome: undefined,
  path: '',
}))

/** Shows the outcome on the page that is open now. Other pages do not show it. */
export function tell(outcome: Outcome | undefined): void {
  useOutcome.setState({ outcome, path: currentPath() })
}

type Alert = Pick<AnswerOf<'listAlerts'>['rows'][number], 'number' | 'rule'>

export function CloseAlert({ alert: { number, rule }, onClose }: { alert: Alert; onClose: () => void }) {
  return (
    <ActDialog
      act="alert.close"
      title={t('alert.close.title')}
      confirm={t('alert.close.act')}
      input={fields => ({ number, why: fieldText(fields, 'why').trim() })}
      onClose={onClose}
    >
      <p>{t(`alerts.${rule}`)}</p>
      <p>{t('alert.close.text')}</p>
      <TextField label={t('alerts.why')} name="why" maxLength={500} required focusOnOpen />
    </ActDialog>
  )
}

/** Exports a file after a fresh proof. The server knows the proof by the person, because addresses carry no secret. */
export function ProvenExport({
  act,
  call,
  request,
  children,
}: {
  act: string
  call: ConsoleCallName
  request: object
  children: ReactNode
}) {
  const download = useMutation({
    mutationFn: async () => {
      await prove(act, request)
      location.assign(fileAddress(call, request))
    },
  })
  return (
    <>
      <Button look="quiet" sends busy={download.isPending} onClick={() => download.mutate()}>
        {children}
      </Button>
      {download.error && <CallProblem error={download.error} />}
    </>
  )
}
