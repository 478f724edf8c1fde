import type { RdService } from '@ekyc/rd-client'

import { ChoiceList } from '../../scanner/choice-list.tsx'
import type { DrawingMood } from '../../scanner/fingerprint-drawing.tsx'
import { ScanPicture } from '../../scanner/scan-picture.tsx'
import { willAsk } from '../../scanner/scanner-problem.ts'
import { go } from '../../session/navigation.ts'
import { paths, type Path } from '../../session/paths.ts'
import { t } from '../../texts/t.ts'
import { Button } from '@ekyc/ui/button.tsx'
import { Card } from '@ekyc/ui/card.tsx'
import { CopyButton } from '@ekyc/ui/copy-button.tsx'
import { MoreBelow } from '@ekyc/ui/more-below.tsx'
import styles from './check-card.module.css'
import { checkNames } from './finding.ts'
import { isEnd, type Stage } from './device-check.ts'
import { FailedCheck } from './failed-check.tsx'
import { reportOf } from './report.ts'
import type { DeviceCheckFlow } from './use-device-check.ts'

export type CheckCardProps = {
  flow: DeviceCheckFlow
  /** The path of the screen to which the agent goes after a good check. */
  wayOn: Path
}

export function CheckCard({ flow, wayOn }: CheckCardProps) {
  const { at, now, findings, facts, permission } = flow
  const isBefore = at === 'start' || (at === 'checking' && now === 'permission')
  const services = facts.discovery?.services ?? []
  return (
    <Card title={t('check.now')}>
      <ScanPicture mood={isBefore && willAsk(permission) ? 'asking' : moods[at]} />
      {at === 'own-finger' && <p className={styles.title}>{t('check.finger.title')}</p>}
      <output className={styles.sentence}>{sentenceOf(flow)}</output>
      {at === 'failed' && <FailedCheck findings={findings} onFound={flow.start} />}
      {at === 'choosing' && (
        <ChoiceList
          label={t('check.chooseTitle')}
          choices={services.map(service => ({ service, name: choiceName(service) }))}
          onChoose={({ service }) => void flow.choose(service)}
        />
      )}
      <div className={styles.actions} data-at={at}>
        {at === 'start' && <MoreBelow />}
        <Actions flow={flow} wayOn={wayOn} />
      </div>
      {isEnd(at) && <Report flow={flow} />}
    </Card>
  )
}

function choiceName({ info, status, port }: RdService): string {
  return t('check.choice', {
    name: info || t('check.service.unnamed'),
    port,
    word: status || t('check.status.none'),
  })
}

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

function sentenceOf({ at, now }: DeviceCheckFlow): string {
  if (at === 'checking') return now ? t('check.running', { name: t(`check.name.${now}`) }) : ''
  return at === 'failed' ? '' : t(sentences[at])
}

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
  if (flow.at === 'done' || flow.at === 'unscanned')
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
  return actions[flow.at].map(({ words, press, look }, index) => (
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
const again = { words: 'check.again', press: 'start', look: 'primary' } as const
const actions = {
  start: [{ words: 'check.start', press: 'start', look: 'primary' }],
  checking: [stop],
  choosing: [stop],
  'own-finger': [
    { words: 'check.finger.scan', press: 'scan', look: 'primary' },
    { words: 'check.finger.skip', press: 'skipScan', look: 'quiet' },
  ],
  scanning: [{ words: 'check.finger.cancel', press: 'cancelScan', look: 'quiet' }],
  failed: [again],
  stopped: [again],
} as const

function Report({ flow }: { flow: DeviceCheckFlow }) {
  const { facts, findings } = flow
  const report = reportOf(facts, findings)
  const good = checkNames.filter(name => findings[name]?.mark === 'good').length
  return (
    <>
      <p className={styles.count}>{t('check.ended.count', { good, all: checkNames.length })}</p>
      <div className={styles.report}>
        <CopyButton text={report} label={t('check.report.copy')} wide />
        <Button look="quiet" wide onClick={() => window.print()}>
          {t('check.report.print')}
        </Button>
      </div>
      <p className={styles.small}>{t('check.report.words')}</p>
    </>
  )
}
