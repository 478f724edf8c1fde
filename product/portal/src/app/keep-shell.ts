import { portalVersion } from '../session/portal-version.ts'

const workerPath = '/worker.js'
const lookEveryMs = 3_600_000

type Policy = { createScriptURL: (text: string) => string }
declare global {
  interface Window {
    /** Undefined in older browsers, which lack Trusted Types. */
    trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy }
  }
}

/** Registers the service worker that stores the portal's shell (decision record 0051). */
export async function keepShell(): Promise<void> {
  // Only secure pages can register service workers, and the development server has no service worker.
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  const policy = window.trustedTypes?.createPolicy('shell-worker', { createScriptURL: () => workerPath })
  const address = policy?.createScriptURL('') ?? workerPath
  const registration = await navigator.serviceWorker.register(address, { updateViaCache: 'none' })
  registration.addEventListener('updatefound', () => {
    portalVersion.isOutdated = registration.active !== null
  })
  setInterval(() => void registration.update().catch(() => {}), lookEveryMs)
}
