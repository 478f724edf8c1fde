import { ActDialog } from '../../parts/act-dialog.tsx'
import { ReadPart } from '../../parts/read-part.tsx'
import { useCall } from '../../session/use-call.ts'
import { shownNumber } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'
import styles from './imports.module.css'

export function UndoDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const undo = useCall('getUndo', { id })
  if (!undo.data) return <ReadPart query={undo}>{() => null}</ReadPart>
  const { hash, removed, restored, kept, rows } = undo.data
  return (
    <ActDialog
      act="import.undo"
      input={{ import: id, hash }}
      title={t('import.undoTitle')}
      confirm={t('import.undo')}
      isBad
      onClose={onClose}
    >
      <p>
        {t('import.undoText', {
          removed: shownNumber(removed),
          restored: shownNumber(restored),
          kept: shownNumber(kept),
        })}
      </p>
      {rows.length > 0 && (
        <details open>
          <summary>{t('import.undoKept')}</summary>
          <ul className={styles.kept}>
            {rows.map(({ line, name, mobile, reason }) => (
              <li key={line}>
                {t('import.undoLine', { line })}: <span dir="auto">{name}</span> {mobile} – {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </ActDialog>
  )
}
