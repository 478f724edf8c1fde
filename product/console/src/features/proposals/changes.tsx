import { Card } from '../../parts/card.tsx'
import { Link } from '../../parts/link.tsx'
import { shownNumber } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'
import type { Proposal } from './proposal-page.tsx'
import styles from './proposal-page.module.css'
import { shownEffect, shownField, shownValue } from './proposal-words.ts'

export function Changes({ proposal: { changes, effect, touched, touches } }: { proposal: Proposal }) {
  const isMany = touches > 1
  const effects = shownEffect(effect)
  return (
    <Card title={t('proposal.changes')}>
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
                  {shownField(field)}
                  {isMany && <small>{t('proposal.rows', { count: shownNumber(rows) })}</small>}
                </th>
                <td>{now === '' ? t('proposal.notSet') : <del>{shownValue(field, now)}</del>}</td>
                <td>{becomes === '' ? t('proposal.notSet') : <ins>{shownValue(field, becomes)}</ins>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={styles.foot}>
        {isMany && <p>{t('proposal.reaches', { count: shownNumber(touches) })}</p>}
        {effects.length > 0 && <p>{effects.join(', ')}</p>}
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
                <Link to={kind === 'staff' ? `/staff/${id}` : `/agents/${id}`} dir="auto">
                  {name || t('proposal.erased')}
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
