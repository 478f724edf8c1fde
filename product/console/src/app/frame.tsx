import { useRef, type ReactNode } from 'react'

import { useKeyboard, useKeys } from '../parts/keys.ts'
import { ProofDialog } from '../parts/proof-dialog.tsx'
import { Sign } from '../parts/sign.tsx'
import { go } from '@ekyc/ui/location.ts'
import { useSession } from '../session/session.ts'
import { t } from '../texts/t.ts'
import { Banners } from './banners.tsx'
import styles from './frame.module.css'
import { KeyList } from './key-list.tsx'
import { Navigation } from './navigation.tsx'
import { SearchField } from './search-field.tsx'
import { SessionEnded } from './session-ended.tsx'
import { UserMenu } from './user-menu.tsx'
import { usePages } from './use-pages.ts'
import { VisuallyHidden } from '@ekyc/ui/visually-hidden.tsx'

export function Frame({ children }: { children: ReactNode }) {
  const menu = useRef<HTMLDialogElement>(null)
  const content = useRef<HTMLElement>(null)
  const pages = usePages()
  const waiting = useSession(({ counters }) =>
    pages.reduce((sum, { inNavigation: { counter } }) => sum + (counter ? counters[counter] : 0), 0),
  )
  useKeyboard()
  useKeys(
    pages.flatMap(({ paths: [to], inNavigation: { key, title } }) =>
      key ? [{ press: `g ${key}`, says: t('keys.goTo', { page: t(title) }), run: () => go(to) }] : [],
    ),
  )
  return (
    <div className={styles.frame}>
      <button type="button" className={styles.skip} onClick={() => content.current?.focus()}>
        {t('frame.skip')}
      </button>
      <div className={styles.side}>
        <Navigation />
      </div>
      <header className={styles.top}>
        <button type="button" className={styles.menu} onClick={() => menu.current?.showModal()}>
          <Sign name="menu" />
          <VisuallyHidden>
            {waiting > 0 ? t('frame.menuWaiting', { count: waiting }) : t('frame.menu')}
          </VisuallyHidden>
        </button>
        <SearchField />
        <UserMenu />
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- a link inside closes it, by keyboard too */}
      <dialog
        ref={menu}
        className={styles.drawer}
        aria-label={t('frame.navigation')}
        onClick={({ target }) => {
          const isLink = target instanceof Element && target.closest('a') !== null
          if (isLink || target === menu.current) menu.current?.close()
        }}
      >
        <button type="button" className={styles.close} onClick={() => menu.current?.close()}>
          <Sign name="cross" />
          <VisuallyHidden>{t('frame.close')}</VisuallyHidden>
        </button>
        <Navigation />
      </dialog>
      <main ref={content} className={styles.content} tabIndex={-1}>
        <Banners />
        {children}
      </main>
      <KeyList />
      <SessionEnded />
      <ProofDialog />
    </div>
  )
}
