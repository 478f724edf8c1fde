import { serveNext } from '../../session/fresh-kyc.ts'
import { useSession } from '../../session/session.ts'
import { t } from '../../texts/t.ts'
import { Button } from '@ekyc/ui/controls/button.tsx'
import { Card } from '@ekyc/ui/states/card.tsx'
import styles from './ekyc-card.module.css'
import { series, successShare, totals } from './months.ts'
import { StatisticsRegion } from './statistics-region.tsx'

export function EkycCard() {
  const mayDoKyc = useSession(session => session.allPrevielages.includes('DO_EKYC_APP'))
  return (
    <Card
      title={t('statistics.ekyc.title')}
      actions={<p className={styles.period}>{t('statistics.ekyc.period')}</p>}
      className={styles.hero}
    >
      <div className={styles.figures}>
        <StatisticsRegion name={t('statistics.ekyc.period')} timeframe="12M">
          {months => {
            const counts = totals(months)
            const share = successShare(counts.KYC_SUCCESS, counts.KYC_FAILURE)
            return (
              <>
                {share !== undefined && (
                  <p className={styles.share}>{t('statistics.ekyc.share', { share })}</p>
                )}
                <dl className={styles.totals}>
                  {series.map(name => (
                    <div key={name}>
                      <dt>{t(`statistics.${name}`)}</dt>
                      <dd>{counts[name].toLocaleString('en-IN')}</dd>
                    </div>
                  ))}
                </dl>
              </>
            )
          }}
        </StatisticsRegion>
      </div>
      {mayDoKyc ? (
        <Button wide onClick={() => serveNext()}>
          {t('statistics.ekyc.doKyc')}
        </Button>
      ) : (
        <p>{t('statistics.ekyc.mayNot')}</p>
      )}
    </Card>
  )
}
