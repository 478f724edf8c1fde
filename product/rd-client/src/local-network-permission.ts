/**
 * The permission of this page to call 127.0.0.1, as the browser reports it.
 *
 * - unknown: the browser does not report it (Firefox, Safari, Chromium before 142, Node). Calls may work.
 * - prompt: the first call makes the browser ask the person. Pages from localhost have this state too, but the browser
 *   never asks there.
 * - denied: the person forbade the calls, or an administrator did so by LoopbackNetworkBlockedForUrls or
 *   LocalNetworkAccessBlockedForUrls. The browser does not report who did.
 * - blocked-by-policy: the page's Permissions-Policy header forbids the calls, or its frame lacks the allow attribute.
 */
export type PermissionState = 'unknown' | 'prompt' | 'granted' | 'denied' | 'blocked-by-policy'

export type LocalNetworkPermission = {
  state(): Promise<PermissionState>
  /** Calls the listener with each new state until the returned function is called. */
  onChange(listener: (state: PermissionState) => void): () => void
}

/** The parts of the browser that this module reads; any of them may be missing. */
export type Browser = {
  permissions?: { query(descriptor: { name: string }): Promise<BrowserPermission> } | undefined
  /** The policy of the page: document.permissionsPolicy, or document.featurePolicy in Chromium. */
  policy?: PagePolicy | undefined
}

/** The part of the DOM's PermissionStatus that this module uses. Node's types lack it. */
type BrowserPermission = {
  readonly state: 'denied' | 'granted' | 'prompt'
  addEventListener(type: 'change', listener: () => void, options: { signal: AbortSignal }): void
}

type PagePolicy = { features(): string[]; allowsFeature(feature: string): boolean }

/** Returns an object that reads this page's permission to call this computer, without a prompt or a request. */
export function localNetworkPermission(browser: Browser = thisBrowser()): LocalNetworkPermission {
  return {
    async state() {
      return stateOf(await findStatus(browser), browser)
    },
    onChange(listener) {
      const ending = new AbortController()
      void listen(browser, listener, ending.signal)
      return () => ending.abort()
    },
  }
}

/** The permission's names, newest first. Chromium 145 keeps the old name as an alias for loopback and local network. */
const names = ['loopback-network', 'local-network-access']

function thisBrowser(): Browser {
  return {
    permissions: typeof navigator === 'undefined' ? undefined : navigator.permissions,
    policy: typeof document === 'undefined' ? undefined : policyOf(document),
  }
}

function policyOf(page: Document): PagePolicy | undefined {
  const policies: unknown[] = [Reflect.get(page, 'permissionsPolicy'), Reflect.get(page, 'featurePolicy')]
  return policies.find(isPolicy)
}

function isPolicy(value: unknown): value is PagePolicy {
  return typeof value === 'object' && value !== null && 'features' in value && 'allowsFeature' in value
}

async function findStatus({ permissions }: Browser): Promise<BrowserPermission | undefined> {
  for (const name of names) {
    try {
      const status = await permissions?.query({ name })
      if (status) return status
    } catch {
      // A browser that does not know the name of a permission throws a TypeError.
    }
  }
  return undefined
}

function stateOf(status: BrowserPermission | undefined, { policy }: Browser): PermissionState {
  const features = policy?.features() ?? []
  const name = names.find(each => features.includes(each))
  if (policy && name !== undefined && !policy.allowsFeature(name)) return 'blocked-by-policy'
  return status?.state ?? 'unknown'
}

async function listen(
  browser: Browser,
  listener: (state: PermissionState) => void,
  signal: AbortSignal,
): Promise<void> {
  const status = await findStatus(browser)
  if (signal.aborted) return
  status?.addEventListener('change', () => listener(stateOf(status, browser)), { signal })
}
