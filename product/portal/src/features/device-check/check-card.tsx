import type { FoundService } from '@ekyc/rd-client'

import { branding } from '../../api/branding.ts'
import { serverNow } from '../../api/server-clock.ts'
import { ChoiceList } from '../../scanner/choice-list.tsx'
import type { DrawingMood } from '../../scanner/fingerprint-drawing.tsx'
import { ScanPicture } from '../../scanner/scan-picture.tsx'
import { willAsk } from '../../scanner/scanner-problem.ts'
import { thisBrowser } from '../../scanner/this-browser.ts'
import { go } from '../../session/navigation.ts'
import { paths, type Path } from '../../session/paths.ts'
import { t } from '../../texts/t.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import styles from './check-card.module.css'
import { checkNames } from './check-names.ts'
import type { DeviceCheck, Found } from './device-check.ts'
import { FailedCheck } from './failed-check.tsx'
import { reportOf } from './report.ts'
import type { DeviceCheckFlow } from './use-device-check.ts'

export type CheckCardProps = {
  flow: DeviceCheckFlow
  /** The screen to which a good check leads on. */
  wayOn: Path
}

/** The card that leads through the check, with one action in each state. */
export function CheckCard({ flow, wayOn }: CheckCardProps) {
  const { state, permission } = flow
  const isBefore = state.at === 'start' || (state.at === 'checking' && state.now === 'permission')
  return (
    <Card title={t('check.now')}>
      <ScanPicture mood={isBefore && willAsk(permission) ? 'asking' : moods[stageOf(state)]} />
      {state.at === 'own-finger' && <p className={styles.title}>{t('check.finger.title')}</p>}
      <output className={styles.sentence}>{sentenceOf(state)}</output>
      {state.at === 'ended' && state.because === 'failed' && <FailedCheck found={state} />}
      {state.at === 'choosing' && (
        <ChoiceList
          label={t('check.chooseTitle')}
          choices={state.services.map(service => ({ service, name: choiceName(service) }))}
          onChoose={({ service }) => flow.chooseService(service)}
        />
      )}
      <div className={styles.actions} data-at={state.at}>
        <Actions flow={flow} wayOn={wayOn} />
      </div>
      {state.at === 'ended' && <Report found={state} />}
    </Card>
  )
}

function choiceName({ info, status, port }: FoundService): string {
  return t('check.choice', {
    name: info || t('check.service.unnamed'),
    port,
    word: status || t('check.status.none'),
  })
}

/** The state's name, or the reason for which the check ended. */
function stageOf(state: DeviceCheck): Stage {
  return state.at === 'ended' ? state.because : state.at
}

type Stage = Exclude<DeviceCheck['at'], 'ended'> | Extract<DeviceCheck, { at: 'ended' }>['because']

const moods: Record<Stage, DrawingMood> = {
  start: 'waiting',
  checking: 'looking',
  choosing: 'waiting',
  'own-finger': 'waiting',
  scanning: 'reading',
  done: 'captured',
  unscanned: 'captured',
  failed: 'problem',
  stopped: 'waiting',
}

function sentenceOf(state: DeviceCheck): string {
  const stage = stageOf(state)
  if (state.at === 'checking') return t('check.running', { name: t(`check.name.${state.now}`) })
  return stage === 'checking' || stage === 'failed' ? '' : t(sentences[stage])
}

/** FailedCheck shows its own sentence. */
const sentences = {
  start: 'check.startWords',
  choosing: 'check.chooseTitle',
  'own-finger': 'check.finger.words',
  scanning: 'check.finger.scanning',
  done: 'check.ended.good',
  unscanned: 'check.ended.unscanned',
  stopped: 'check.ended.stopped',
} as const

function Actions({ flow, wayOn }: CheckCardProps) {
  const stage = stageOf(flow.state)
  const isGood = stage === 'done' || stage === 'unscanned'
  if (isGood)
    return (
      <>
        <Button wide data-next="" onClick={() => go(wayOn)}>
          {t(waysOn[wayOn] ?? 'check.toDashboard')}
        </Button>
        <Button wide look="quiet" onClick={flow.start}>
          {t('check.again')}
        </Button>
      </>
    )
  return actions[flow.state.at].map(({ words, press, look }, index) => (
    <Button key={words} look={look} wide data-next={index === 0 ? '' : undefined} onClick={flow[press]}>
      {t(words)}
    </Button>
  ))
}

const waysOn: Partial<Record<Path, 'check.toKyc' | 'check.toLogin'>> = {
  [paths.doKyc]: 'check.toKyc',
  [paths.login]: 'check.toLogin',
}

const stop = { words: 'check.stop', press: 'stop', look: 'quiet' } as const
const actions = {
  start: [{ words: 'check.start', press: 'start', look: 'primary' }],
  checking: [stop],
  choosing: [stop],
  'own-finger': [
    { words: 'check.finger.scan', press: 'scan', look: 'primary' },
    { words: 'check.finger.skip', press: 'skipScan', look: 'quiet' },
  ],
  scanning: [{ words: 'check.finger.cancel', press: 'cancelScan', look: 'quiet' }],
  ended: [{ words: 'check.again', press: 'start', look: 'primary' }],
} as const

function Report({ found }: { found: Found }) {
  const text = reportOf(found, {
    product: branding().productName,
    site: window.location.origin,
    browser: thisBrowser().name,
    madeOn: serverNow(),
  })
  const good = checkNames.filter(name => found.findings[name]?.mark === 'good').length
  return (
    <>
      <p className={styles.count}>{t('check.ended.count', { good, all: checkNames.length })}</p>
      <div className={styles.report}>
        <CopyButton text={text} label={t('check.report.copy')} wide />
        <Button look="quiet" wide onClick={() => window.print()}>
          {t('check.report.print')}
        </Button>
      </div>
      <p className={styles.small}>{t('check.report.words')}</p>
    </>
  )
}
