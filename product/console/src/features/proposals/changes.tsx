import { Card } from '../../parts/card.tsx'
import { ImportLines, useImport } from '../../parts/import-lines.tsx'
import { Link } from '../../parts/link.tsx'
import { ReadPart } from '../../parts/read-part.tsx'
import { meansOf } from '../../session/may.ts'
import { useStaff } from '../../session/session.ts'
import { shownNumber } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'
import type { Proposal } from './proposal-page.tsx'
import styles from './proposal-page.module.css'
import { shownEffect, shownValue } from './proposal-words.ts'

export function Changes({
  proposal: { changes, effect, touched, touches, voteBar },
}: {
  proposal: Proposal
}) {
  const isMany = touches > 1
  const effects = shownEffect(effect)
  const isMobileShown = voteBar === undefined && changes.some(({ field }) => field === 'mobile')
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
                  {t(`proposal.field.${field}`)}
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
        {isMobileShown && <p>{t('proposal.mobileHint')}</p>}
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

/** Shows the lines of an import to those who may look at imports, such as everybody who votes on them. */
export function LinesToDecide({ id }: { id: string }) {
  const roles = useStaff()?.roles ?? []
  return meansOf(roles, 'import.show') && <Lines id={id} />
}

function Lines({ id }: { id: string }) {
  const found = useImport(id)
  return (
    <ReadPart query={found} lines={8}>
      {page => (
        <ImportLines
          page={page}
          title={t('import.ofProposal')}
          end={<Link to={`/agents/import/${id}`}>{page.import.name}</Link>}
        />
      )}
    </ReadPart>
  )
}
