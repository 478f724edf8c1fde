import { useRef } from 'react'

import { Button } from '../parts/button.tsx'
import { switchKeys, useAllKeys, useKeys } from '../parts/keys.ts'
import { t } from '../texts/t.ts'
import styles from './key-list.module.css'

const id = 'key-list'

export function openKeyList(): void {
  const list = document.getElementById(id)
  if (list instanceof HTMLDialogElement) list.showModal()
}

/** The keys that work on this page, and the switch that turns them off. */
export function KeyList() {
  const dialog = useRef<HTMLDialogElement>(null)
  const { lists, areOn } = useAllKeys()
  useKeys([
    { press: '?', says: t('keys.list'), run: openKeyList },
    { press: 'Escape', says: t('keys.escape'), run: () => {} },
  ])
  const keys = lists.flatMap(list => list())
  return (
    <dialog id={id} ref={dialog} className={styles.dialog} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t('keys.title')}</h2>
      <dl>
        {keys.map(({ press, says }) => (
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
      <label>
        <input type="checkbox" checked={areOn} onChange={({ target }) => switchKeys(target.checked)} />
        {t('keys.switch')}
      </label>
      <p>{t('keys.note')}</p>
      <Button look="quiet" onClick={() => dialog.current?.close()}>
        {t('frame.close')}
      </Button>
    </dialog>
  )
}
