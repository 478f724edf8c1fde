import type { ActName } from '@ekyc/contract/console/acts'
import type { AnswerOf, RequestOf } from '@ekyc/contract/console/shapes'
import { privileges } from '@ekyc/contract/words'
import { fieldText, Select } from '@ekyc/ui/controls/form.tsx'
import { serverNow } from '@ekyc/ui/browser/server-clock.ts'
import { useState } from 'react'

import { ActDialog } from '../../parts/act-dialog.tsx'
import { Button } from '../../parts/elements.tsx'
import type { Marking } from '../../parts/lists.tsx'
import { useMeans } from '../../session/session.ts'
import { t, type TextKey } from '../../texts/t.ts'
import { shownCount, shownNumber } from '../../texts/shown.ts'
import styles from './marked-bar.module.css'

/** All agents that the list with these filters showed at the moment `at`, an ISO date-time. */
type Marked = { filters: Partial<RequestOf<'listAgents'>>; at: string }

const manyActs = [
  { one: 'session.end', many: 'session.end', text: 'bar.end.text', isBad: false },
  { one: 'privilege.withhold', many: 'privilege.withhold', text: 'privilege.withhold.text', isBad: false },
  { one: 'agent.enable', many: 'agent.enable-many', text: 'bar.enable.text', isBad: false },
  { one: 'agent.disable', many: 'agent.disable-many', text: 'bar.disable.text', isBad: true },
] as const satisfies { one: ActName; many: ActName; text: TextKey; isBad: boolean }[]

export function MarkedBar({
  marking: { ids, clear },
  page,
  filters,
}: {
  marking: Marking
  page: AnswerOf<'listAgents'>
  filters: Marked['filters']
}) {
  const meansTo = useMeans()
  const [all, setAll] = useState<Marked>()
  const [chosen, setChosen] = useState<(typeof manyActs)[number]>()
  const { count = { n: 0, isAbout: false } } = page
  const areAllMarked = page.rows.length > 0 && page.rows.every(({ id }) => ids.has(id))
  if (ids.size === 0) return null
  const isOne = ids.size === 1 && !all
  // The exact number of agents in a whole list is unknown here, so an act on the list needs a second person.
  const size = all ? Infinity : ids.size
  const offered = manyActs.flatMap(act => {
    const name = isOne ? act.one : act.many
    const means = meansTo(name, size)
    // Only a proposal may name a whole list by its filters; an act by one person names its agents by their ids.
    return means === undefined || (all && means === 'does') ? [] : [{ ...act, name, means }]
  })
  const proposed = offered.filter(({ means }) => means === 'proposes').length
  const shown = all ? shownCount(count) : shownNumber(ids.size)
  const close = () => setChosen(undefined)
  return (
    <section className={`row-8 ${styles.bar}`} aria-label={t('bar.label')}>
      <p className={styles.words}>
        <b>{isOne ? t('bar.one') : t('bar.marked', { count: shown })}</b>
        {areAllMarked && !all && count.n > ids.size && (
          <Button look="link" small onClick={() => setAll({ filters, at: serverNow().toISOString() })}>
            {t('bar.markAll', { count: shownCount(count) })}
          </Button>
        )}
      </p>
      <span className={`faint ${styles.quiet}`}>
        {offered.length === 0
          ? t('bar.nothing')
          : t(proposed === 0 ? 'bar.alone' : proposed < offered.length ? 'bar.some' : 'act.second')}
      </span>
      {offered.map(({ one, name, means, isBad }) => (
        <Button
          key={name}
          look={isBad ? 'bad' : 'quiet'}
          small
          onClick={() => setChosen(manyActs.find(act => act.one === one))}
        >
          {means === 'proposes' ? t('act.propose', { act: t(`${one}.act`) }) : t(`${one}.act`)}
        </Button>
      ))}
      <Button
        look="link"
        small
        onClick={() => {
          setAll(undefined)
          clear()
        }}
      >
        {t('bar.clear')}
      </Button>
      {chosen && (
        <ActDialog
          act={isOne ? chosen.one : chosen.many}
          size={size}
          title={t('bar.title', { act: t(`${chosen.one}.act`), count: shown })}
          confirm={t(`${chosen.one}.act`)}
          isBad={chosen.isBad}
          input={
            chosen.one === 'privilege.withhold'
              ? fields => ({ ...agents(), privilege: fieldText(fields, 'privilege') })
              : agents()
          }
          onClose={close}
        >
          <p>{t(chosen.text)}</p>
          {chosen.one === 'privilege.withhold' && (
            <Select
              label={t('bar.privilege')}
              name="privilege"
              options={privileges.map(value => ({ value, label: t(`privilege.${value}`) }))}
            />
          )}
        </ActDialog>
      )}
    </section>
  )

  function agents(): Record<string, unknown> {
    if (all) return { marked: all }
    return isOne ? { agent: [...ids][0] } : { agents: [...ids] }
  }
}
