import { listensWithoutCors } from './listens-without-cors.ts'
import type { Fetch } from './exchange.ts'
import { isFound, probe, type PortResult } from './probe.ts'
import { RdError } from './rd-error.ts'
import { addressOf, type ServiceAddress } from './service-address.ts'

export type PortScan = {
  fetch: Fetch
  remembered: ServiceAddress | undefined
  /** The addresses of each range, in the order of asking. */
  rounds: readonly (readonly ServiceAddress[])[]
  roundMs: number
  patienceMs: number
  /** Only a page cannot read answers without CORS headers. */
  isPage: boolean
  signal: AbortSignal | undefined
  onProgress: ((result: PortResult) => void) | undefined
}

/**
 * Asks one range after another, each `roundMs` after the one before, and lets every call go on meanwhile: a driver
 * that serves one connection at a time answers a second call only after the first. Returns when a service is ready,
 * when every port has answered, or when patience ends.
 * @throws {RdError} cancelled
 */
export async function scanPorts(scan: PortScan): Promise<PortResult[]> {
  const { fetch, remembered, rounds, roundMs, patienceMs, isPage, onProgress } = scan
  const startedAt = performance.now()
  const addresses = new Map<string, ServiceAddress>()
  const results = new Map<string, PortResult>()
  /** The ports whose closed result is not final. */
  const listenedTo = new Set<string>()
  let isListening = false

  /** One for each call: Node warns of more than ten listeners to one signal. */
  const endings: AbortController[] = []
  let isEnded = false
  let lookAgain: () => void = () => undefined
  let fail: (error: unknown) => void = () => undefined
  const failure = new Promise<never>((_resolve, reject) => {
    fail = reject
  })
  failure.catch(() => undefined)

  scan.signal?.addEventListener('abort', end)
  try {
    if (scan.signal?.aborted) throw new RdError('cancelled')
    if (remembered) {
      ask(remembered)
      await until(() => resultOf(remembered) !== undefined, roundMs)
    }
    for (const round of rounds) {
      if (some(isReady)) break
      for (const address of round) ask(address)
      await until(() => isReady(resultOf(remembered)) || round.every(resultOf), roundMs)
    }
    if (isPage && !some(isFound)) listen()
    await until(isOver, timeLeft(patienceWithReadyMs))
    await until(() => isOver() || some(isReady), timeLeft(patienceMs))
  } finally {
    scan.signal?.removeEventListener('abort', end)
    end()
  }
  const all = [...addresses.values()].map(address => resultOf(address) ?? silent(address))
  const final = isReady(resultOf(remembered)) ? all.slice(0, 1) : all
  for (const result of final) onProgress?.(result)
  return final

  function end(): void {
    isEnded = true
    for (const ending of endings) ending.abort()
  }

  function untilEnd(): AbortSignal {
    const ending = new AbortController()
    if (isEnded) ending.abort()
    endings.push(ending)
    return ending.signal
  }

  function ask(address: ServiceAddress): void {
    const key = keyOf(address)
    if (addresses.has(key)) return
    addresses.set(key, address)
    const limits = { timeoutMs: timeLeft(patienceMs), signal: untilEnd() }
    probe(fetch, address, limits).then(settle, (error: unknown) => fail(error))
  }

  function settle(result: PortResult): void {
    results.set(keyOf(result), result)
    if (isListening) listenTo(result)
    lookAgain()
  }

  function listen(): void {
    isListening = true
    for (const result of results.values()) listenTo(result)
  }

  function listenTo(result: PortResult): void {
    const key = keyOf(result)
    if (result.state !== 'closed' || result.scheme !== 'http' || listenedTo.has(key)) return
    listenedTo.add(key)
    const heard = (listens: boolean) => {
      listenedTo.delete(key)
      if (listens) results.set(key, { ...addressOf(result), state: 'no-cors' })
      lookAgain()
    }
    listensWithoutCors(fetch, result, untilEnd()).then(heard, (error: unknown) => fail(error))
  }

  /**
   * Tells whether no answer is waited for any longer. A port has one scheme, so that its answer over http also settles
   * https. Windows repeats a refused connection three times, half a second apart: where one service is ready, others are
   * pending and none was refused, those are closed, and waiting would only delay the capture.
   */
  function isOver(): boolean {
    const rememberedResult = resultOf(remembered)
    if (isReady(rememberedResult)) return true
    const answeredPorts = new Set([...results.values()].filter(isAnswered).map(({ port }) => port))
    const pending = [...addresses.values()].filter(
      address => !resultOf(address) && !answeredPorts.has(address.port),
    )
    if (pending.length === 0) return some(isFound) || listenedTo.size === 0
    if (!some(isReady) || (remembered && !rememberedResult)) return false
    return pending.length >= 3 && !some(({ state, port }) => state === 'closed' && !answeredPorts.has(port))
  }

  function resultOf(address: ServiceAddress | undefined): PortResult | undefined {
    return address && results.get(keyOf(address))
  }

  function some(condition: (result: PortResult) => boolean): boolean {
    return [...results.values()].some(condition)
  }

  function timeLeft(ms: number): number {
    return Math.max(0, startedAt + ms - performance.now())
  }

  /** Waits for the condition or for the time; results and errors look at the condition again. */
  async function until(condition: () => boolean, ms: number): Promise<void> {
    if (condition()) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const change = new Promise<void>(resolve => {
      timer = setTimeout(resolve, ms)
      lookAgain = () => {
        if (condition()) resolve()
      }
    })
    await Promise.race([change, failure]).finally(() => clearTimeout(timer))
  }
}

/** The wait for other ports where a service is ready: longer than Windows takes to refuse a closed port. */
const patienceWithReadyMs = 2500

function isReady(result: PortResult | undefined): boolean {
  return result?.state === 'ready'
}

function isAnswered({ state }: PortResult): boolean {
  return state !== 'closed' && state !== 'silent'
}

function silent(address: ServiceAddress): PortResult {
  return { ...addressOf(address), state: 'silent' }
}

function keyOf({ scheme, host, port }: ServiceAddress): string {
  return `${scheme} ${host} ${port}`
}
