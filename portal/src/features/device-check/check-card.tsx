import type { FoundService } from '@ekyc/rd-client'

import { branding } from '../../api/branding.ts'
import { serverNow } from '../../api/server-clock.ts'
import { ChoiceList } from '../../scanner/choice-list.tsx'
import type { DrawingMood } from '../../scanner/fingerprint-drawing.tsx'
import { ScanPicture } from '../../scanner/scan-picture.tsx'
import { willAsk } from '../../scanner/scanner-problem.ts'
import { thisBrowser } from '../../scanner/this-browser.ts'
import { t } from '../../texts/en/device-check.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import styles from './check-card.module.css'
import { checkNames } from './check-names.ts'
import { type DeviceCheck, type Found } from './device-check.ts'
import { FailedCheck } from './failed-check.tsx'
import { reportOf } from './report.ts'
import type { DeviceCheckFlow } from './use-device-check.ts'

/** The card that leads through the check, with one action in each state. */
export function CheckCard({ flow }: { flow: DeviceCheckFlow }) {
  const { state, permission } = flow
  const isAsking = willAsk(permission) && (state.at === 'start' || isAt(state, 'permission'))
  return (
    <Card title={t('check.now')}>
      <ScanPicture mood={isAsking ? 'asking' : moodOf(state)} />
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
      <Actions flow={flow} />
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

function isAt(state: DeviceCheck, name: string): boolean {
  return state.at === 'checking' && state.now === name
}

function moodOf(state: DeviceCheck): DrawingMood {
  if (state.at === 'ended') return endings[state.because]
  return moods[state.at]
}

const moods: Record<Exclude<DeviceCheck['at'], 'ended'>, DrawingMood> = {
  start: 'waiting',
  checking: 'looking',
  choosing: 'waiting',
  'own-finger': 'waiting',
  scanning: 'reading',
}

const endings: Record<Extract<DeviceCheck, { at: 'ended' }>['because'], DrawingMood> = {
  done: 'captured',
  unscanned: 'captured',
  failed: 'problem',
  stopped: 'waiting',
}

function sentenceOf(state: DeviceCheck): string {
  switch (state.at) {
    case 'start':
      return t('check.startWords')
    case 'checking':
      return t('check.running', { name: t(`check.name.${state.now}`) })
    case 'choosing':
      return t('check.chooseTitle')
    case 'own-finger':
      return t('check.finger.words')
    case 'scanning':
      return t('check.finger.scanning')
    case 'ended':
      return endSentence(state)
  }
}

function endSentence(state: Extract<DeviceCheck, { at: 'ended' }>): string {
  // FailedCheck shows the sentence.
  if (state.because === 'failed') return ''
  const sentence = {
    done: 'check.ended.good',
    unscanned: 'check.ended.unscanned',
    stopped: 'check.ended.stopped',
  } as const
  return t(sentence[state.because])
}

function Actions({ flow }: { flow: DeviceCheckFlow }) {
  const { state } = flow
  switch (state.at) {
    case 'start':
      return (
        <Button wide onClick={flow.start}>
          {t('check.start')}
        </Button>
      )
    case 'checking':
    case 'choosing':
      return (
        <Button look="quiet" wide data-next onClick={flow.stop}>
          {t('check.stop')}
        </Button>
      )
    case 'own-finger':
      return (
        <>
          <Button wide data-next onClick={flow.scan}>
            {t('check.finger.scan')}
          </Button>
          <Button look="quiet" wide onClick={flow.skipScan}>
            {t('check.finger.skip')}
          </Button>
        </>
      )
    case 'scanning':
      return (
        <Button look="quiet" wide data-next onClick={flow.cancelScan}>
          {t('check.finger.cancel')}
        </Button>
      )
    case 'ended':
      return (
        <>
          <Button wide data-next onClick={flow.start}>
            {t('check.again')}
          </Button>
          <Report found={state} />
        </>
      )
  }
}

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
