import { createRdClient } from '@ekyc/rd-client'
import { useEffect, useEffectEvent, useState } from 'react'

import { t } from '../texts/t.ts'
import { Button } from '@ekyc/ui/button.tsx'
import styles from './certificate-coach.module.css'
import { thisBrowser } from './this-browser.ts'

/**
 * Helps the agent to accept the certificate of an https device service, which the browser does not trust yet. The
 * button opens the possible addresses of such services in turn. When the agent returns to this page, the page asks the
 * opened port again.
 */
export function CertificateCoach({ onFound }: { onFound: () => void }) {
  const { kind } = thisBrowser()
  const warning = described.find(browser => browser === kind) ?? 'other'
  const [opened, setOpened] = useState<number>()
  const [emptyPort, setEmptyPort] = useState<number>()
  const next = opened === undefined || opened === lastPort ? firstPort : opened + 1
  const found = useEffectEvent(onFound)

  useEffect(() => {
    if (opened === undefined) return undefined
    const leaving = new AbortController()
    const { signal } = leaving
    const lookAgain = async () => {
      if (document.visibilityState === 'hidden') return
      if (await answersAt(opened, signal)) found()
      else if (!signal.aborted) setEmptyPort(opened)
    }
    window.addEventListener('focus', () => void lookAgain(), { signal })
    document.addEventListener('visibilitychange', () => void lookAgain(), { signal })
    return () => leaving.abort()
  }, [opened])

  return (
    <div className={styles.coach}>
      <h2>{t('scanner.certificate.new')}</h2>
      <output>{emptyPort !== undefined && t('scanner.certificate.empty', { port: emptyPort })}</output>
      <Button
        look="quiet"
        onClick={() => {
          setOpened(next)
          window.open(addressAt(next), '_blank', 'noreferrer')
        }}
      >
        {t('scanner.certificate.open', { address: addressAt(next) })}
      </Button>
      <p>{t(`scanner.certificate.${warning}`)}</p>
      <p>{t('scanner.certificate.return')}</p>
    </div>
  )
}

/** The first and last port on which a device service may listen. A service takes the first free port of this range. */
const firstPort = 11_100
const lastPort = 11_120

const described = ['chrome', 'edge', 'firefox'] as const

function addressAt(port: number): string {
  return `https://127.0.0.1:${port}/`
}

async function answersAt(port: number, signal: AbortSignal): Promise<boolean> {
  const range = { scheme: 'https', host: '127.0.0.1', from: port, to: port } as const
  const discovery = createRdClient().discover({ ranges: [range], signal })
  return discovery.then(
    ({ services }) => services.length > 0,
    () => false,
  )
}
