import { Dialog } from '@ekyc/ui/dialog.tsx'
import { Checkbox } from '@ekyc/ui/checkbox.tsx'

import { Button } from '../parts/button.tsx'
import { listKeys, switchKeys, useAllKeys, useKeys } from '../parts/keys.ts'
import { t } from '../texts/t.ts'
import styles from './key-list.module.css'

export function KeyList() {
  const { lists, areOn, areListed } = useAllKeys()
  useKeys([
    { press: '?', says: t('keys.list'), run: () => listKeys(true) },
    { press: 'Escape', says: t('keys.escape'), run: () => {} },
  ])
  if (!areListed) return null
  const close = () => listKeys(false)
  return (
    <Dialog
      title={t('keys.title')}
      onClose={close}
      actions={
        <Button look="quiet" onClick={close}>
          {t('frame.close')}
        </Button>
      }
    >
      <dl className={styles.keys}>
        {lists
          .flatMap(list => list())
          .map(({ press, says }) => (
            <div key={press}>
              <dt>
                {press.split(' ').map(one => (
                  <kbd key={one}>{one}</kbd>
                ))}
              </dt>
              <dd>{says}</dd>
            </div>
          ))}
      </dl>
      <Checkbox checked={areOn} onChange={({ target }) => switchKeys(target.checked)}>
        {t('keys.switch')}
      </Checkbox>
      <p>{t('keys.note')}</p>
    </Dialog>
  )
}
