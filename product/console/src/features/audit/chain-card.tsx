import type { AnswerOf } from '@ekyc/contract/console/shapes'

import { Button } from '../../parts/button.tsx'
import { CallProblem } from '../../parts/call-problem.tsx'
import { Card } from '../../parts/card.tsx'
import { Notice } from '../../parts/notice.tsx'
import { ProvenExport } from '../../parts/proven-export.tsx'
import { ReadPart } from '../../parts/read-part.tsx'
import { useAddress } from '../../session/address.ts'
import { useCall, useChange } from '../../session/use-call.ts'
import { shownInFull, shownNumber } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'
import { askedIn } from './audit-asked.ts'
import styles from './audit.module.css'

type Chain = AnswerOf<'getChain'>

/** Shows how far the audit chain is sealed, asks a server to verify it, and exports rows with the proof of the chain. */
export function ChainCard() {
  const chain = useCall('getChain', {}, { goesOn: isRunning })
  const { from, to } = askedIn(useAddress().query)
  return (
    <Card title={t('chain.title')} padded>
      <div className={styles.chain}>
        <ReadPart query={chain} lines={2}>
          {shown => <State chain={shown} />}
        </ReadPart>
      </div>
      <ProvenExport act="audit.export" call="exportAudit" request={{ from, to }}>
        {t('chain.export')}
      </ProvenExport>
      <p className={styles.export}>
        <small>{t('chain.exportText')}</small>
      </p>
    </Card>
  )
}

function isRunning({ verification }: Chain): boolean {
  return verification !== undefined && verification.problems === undefined
}

function State({ chain }: { chain: Chain }) {
  const verify = useChange('verifyAudit')
  const { sealed, verification } = chain
  const last = sealed?.position ?? 0
  return (
    <>
      <p>
        {sealed
          ? t('chain.sealed', { position: shownNumber(last), time: shownInFull(sealed.on) })
          : t('chain.notSealed')}
      </p>
      {verification && (
        <p>{t('chain.asked', { name: verification.askedBy, time: shownInFull(verification.askedOn) })}</p>
      )}
      {verification && isRunning(chain) && (
        <p>
          <progress aria-label={t('chain.verify')} value={verification.position} max={Math.max(last, 1)} />{' '}
          {t('chain.verified', { position: shownNumber(verification.position), last: shownNumber(last) })}
        </p>
      )}
      {verification?.problems && <Result position={verification.position} problems={verification.problems} />}
      {verify.error && <CallProblem error={verify.error} isChange />}
      <Button
        look="quiet"
        sends
        busy={verify.isPending || isRunning(chain)}
        onClick={() => verify.mutate({})}
      >
        {t('chain.verify')}
      </Button>
    </>
  )
}

function Result({ position, problems }: { position: number; problems: readonly string[] }) {
  if (problems.length === 0)
    return <Notice tone="good">{t('chain.intact', { position: shownNumber(position) })}</Notice>
  return (
    <Notice tone="bad">
      {t('chain.notIntact')}
      <ul lang="en">
        {problems.map(problem => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Notice>
  )
}
