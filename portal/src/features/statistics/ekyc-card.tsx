import { startFreshKyc } from '../../session/fresh-kyc.ts'
import { go } from '../../session/navigation.ts'
import { paths } from '../../session/paths.ts'
import { useSession } from '../../session/session.ts'
import { t } from '../../texts/en/statistics.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './ekyc-card.module.css'
import { series, totals } from './months.ts'
import { StatisticsRegion } from './statistics-region.tsx'
import { Swatch } from './swatch.tsx'

/** The agent's counts of 12 months and the Do KYC button. */
export function EkycCard() {
  const mayDoKyc = useSession(session => session.allPrevielages.includes('DO_EKYC_APP'))
  return (
    <Card title={t('statistics.ekyc.title')}>
      <div className={styles.figures}>
        <p className={styles.period}>{t('statistics.ekyc.period')}</p>
        <StatisticsRegion name={t('statistics.ekyc.period')} timeframe="12M" height={60}>
          {months => {
            const counts = totals(months)
            return (
              <dl className={styles.totals}>
                {series.map(name => (
                  <div key={name}>
                    <dt>
                      <Swatch series={name} />
                      {t(`statistics.${name}`)}
                    </dt>
                    <dd>{counts[name].toLocaleString('en-IN')}</dd>
                  </div>
                ))}
              </dl>
            )
          }}
        </StatisticsRegion>
      </div>
      {mayDoKyc && (
        <Button wide onClick={doKyc}>
          {t('statistics.ekyc.doKyc')}
        </Button>
      )}
    </Card>
  )
}

function doKyc(): void {
  startFreshKyc()
  go(paths.doKyc)
}
