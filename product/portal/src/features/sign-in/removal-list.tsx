import { startTransition, useActionState, useEffect, useRef, useState } from 'react'

import { t, type Words } from '../../texts/t.ts'
import { Alert } from '@ekyc/ui/alert.tsx'
import { Button } from '@ekyc/ui/button.tsx'
import { FailedCall } from '@ekyc/ui/failed-call.tsx'
import { VisuallyHidden } from '@ekyc/ui/visually-hidden.tsx'
import { DeviceFacts, type DeviceFactsProps } from './device-facts.tsx'
import styles from './security.module.css'

type Outcome = { said?: Words; error?: unknown }
/** Removes an item, and resolves to the message that the screen shows. */
type Ask = () => Promise<Words>

/** useActionState runs the removals one after the other. */
export function useRemoval() {
  const [target, setTarget] = useState('')
  const [outcome, run, isPending] = useActionState(answerTo, {})
  return {
    outcome,
    busy: isPending ? target : undefined,
    remove(id: string, ask: Ask): void {
      setTarget(id)
      startTransition(() => run(ask))
    },
  }
}

async function answerTo(_before: Outcome, ask: Ask): Promise<Outcome> {
  try {
    return { said: await ask() }
  } catch (error) {
    return { error }
  }
}

export function RemovalList({
  name,
  rows,
  removal: { outcome, busy },
}: {
  name: string
  rows: readonly (DeviceFactsProps & { onRemove: () => void })[]
  removal: ReturnType<typeof useRemoval>
}) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (outcome.said) place.current?.focus()
  }, [outcome])
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset belongs to a form
    <div ref={place} role="group" aria-label={name} tabIndex={-1}>
      {outcome.said && <Alert tone="success">{outcome.said()}</Alert>}
      <FailedCall error={outcome.error} />
      <ul className={styles.list}>
        {rows.map(({ onRemove, ...row }) => (
          <li key={row.id} className={styles.row}>
            <DeviceFacts {...row} />
            {!row.isCurrent && (
              <Button look="quiet" aria-describedby={row.id} busy={busy === row.id} onClick={onRemove}>
                {t('security.remove')}
                <VisuallyHidden> {row.name}</VisuallyHidden>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
