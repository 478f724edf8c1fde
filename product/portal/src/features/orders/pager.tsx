import { t } from '../../texts/t.ts'
import { Icon, type IconName } from '@ekyc/ui/icon.tsx'
import { pagesOffered } from './list-view.ts'
import styles from './pager.module.css'

type PagerProps = { current: number; total: number; onGo: (page: number) => void }

export function Pager({ current, total, onGo }: PagerProps) {
  if (total < 1 || (total === 1 && current === 1)) return null
  return (
    <nav className={styles.pager} aria-label={t('orders.pager')}>
      <Step
        label={t('orders.pager.previous')}
        icon="back"
        to={Math.min(current - 1, total)}
        isOff={current <= 1}
        onGo={onGo}
      />
      {pagesOffered(current, total).map(page => (
        <button
          key={page}
          type="button"
          aria-label={t('orders.pager.page', { page })}
          aria-current={page === current ? 'page' : undefined}
          onClick={() => onGo(page)}
        >
          {page}
        </button>
      ))}
      <Step
        label={t('orders.pager.next')}
        icon="next"
        to={current + 1}
        isOff={current >= total}
        onGo={onGo}
      />
    </nav>
  )
}

type StepProps = { label: string; icon: IconName; to: number; isOff: boolean; onGo: (page: number) => void }

function Step({ label, icon, to, isOff, onGo }: StepProps) {
  return (
    // The button uses aria-disabled, because `disabled` would take the focus from the Next button on the last page.
    <button
      type="button"
      aria-label={label}
      aria-disabled={isOff || undefined}
      onClick={() => {
        if (!isOff) onGo(to)
      }}
    >
      <Icon name={icon} />
    </button>
  )
}
