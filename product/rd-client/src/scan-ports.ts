import { listensWithoutCors } from './listens-without-cors.ts'
import { slowestRefusalMs, type Send } from './exchange.ts'
import { isFound, probe, type PortResult } from './probe.ts'
import { RdError } from './rd-error.ts'
import { addressOf, type ServiceAddress } from './service-address.ts'

type PortScan = {
  send: Send
  known: readonly ServiceAddress[]
  /** The addresses of each range, in the order in which the ranges are asked. */
  rounds: readonly (readonly ServiceAddress[])[]
  roundMs: number
  patienceMs: number
  /** True in a web page, where the browser hides answers without CORS headers from scripts; false in Node. */
  isPage: boolean
  signal: AbortSignal | undefined
}

/**
 * Asks the known services, then one range after another, each at most `roundMs` after the one before, until a service
 * is ready. Earlier calls stay open: a driver that serves one connection at a time answers a second call only after the
 * first. Returns when all known services have answered and one is ready, when every asked port has a final result, or
 * after `patienceMs`.
 * @throws {RdError} cancelled
 */
export async function scanPorts(scan: PortScan): Promise<PortResult[]> {
  const { send, known, rounds, roundMs, patienceMs, isPage } = scan
  const startedAt = performance.now()
  const addresses = new Map<string, ServiceAddress>()
  const results = new Map<string, PortResult>()
  /** The `closed` ports that a no-cors request still checks, and the request's start (performance.now(), in ms). */
  const listenedTo = new Map<string, number>()
  let isListening = false
  let refusals = 0
  let slowestMs = 0

  /** The abort controllers, one for each call, because Node warns if one signal has more than ten listeners. */
  const endings: AbortController[] = []
  let isEnded = false
  let lookAgain: () => void = () => undefined
  let fail: (error: unknown) => void = () => undefined
  const failure = new Promise<never>((_resolve, reject) => {
    fail = reject
  })
  failure.catch(() => undefined)

  // isHeld can become true merely because time passes, so the condition is also checked at intervals.
  const looking = setInterval(() => lookAgain(), 250)
  scan.signal?.addEventListener('abort', end)
  try {
    if (scan.signal?.aborted) throw new RdError('cancelled')
    for (const address of known) ask(address)
    if (known.length > 0) await until(() => known.every(resultOf), roundMs)
    for (const round of areKnownThere() ? [] : rounds) {
      for (const address of round) ask(address)
      await until(() => areKnownThere() || round.every(resultOf), roundMs)
      if (some(isReady)) break
    }
    if (isPage && !some(isFound)) listen()
    await until(isOver, timeLeft(patienceMs))
    for (const key of [...listenedTo.keys()].filter(isHeld)) tellListening(key)
  } finally {
    clearInterval(looking)
    scan.signal?.removeEventListener('abort', end)
    end()
  }
  const all = [...addresses.values()].map(address => resultOf(address) ?? silent(address))
  return areKnownThere() ? all.filter(isFound) : all

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
    probe(send, address, limits).then(settle, (error: unknown) => fail(error))
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
    const since = performance.now()
    listenedTo.set(key, since)
    const heard = (listens: boolean) => {
      listenedTo.delete(key)
      if (listens) tellListening(key)
      else {
        refusals += 1
        slowestMs = Math.max(slowestMs, performance.now() - since)
      }
      lookAgain()
    }
    const limits = { timeoutMs: patienceMs, signal: untilEnd() }
    listensWithoutCors(send, result, limits).then(heard, (error: unknown) => fail(error))
  }

  function tellListening(key: string): void {
    const address = addresses.get(key)
    if (address) results.set(key, { ...addressOf(address), state: 'no-cors' })
  }

  /**
   * Tells whether a program holds the no-cors request to a port. Even a slow computer refuses all closed ports after
   * about the same time. Therefore a port that takes much longer than the refused ports is open, unless most ports take
   * so long. If only one port is left, its time alone decides.
   */
  function isHeld(key: string): boolean {
    const heldMs = performance.now() - (listenedTo.get(key) ?? Infinity)
    const isExceptional = listenedTo.size === 1 || listenedTo.size < refusals
    return isExceptional && heldMs > Math.max(slowestRefusalMs, 2 * slowestMs)
  }

  /** A port has only one scheme, so an answer over one scheme settles the port's address of the other scheme too. */
  function isOver(): boolean {
    if (areKnownThere()) return true
    const answeredPorts = new Set([...results.values()].filter(isAnswered).map(({ port }) => port))
    const isPending = (address: ServiceAddress) => !resultOf(address) && !answeredPorts.has(address.port)
    if ([...addresses.values()].some(isPending)) return false
    return some(isFound) || [...listenedTo.keys()].every(isHeld)
  }

  function areKnownThere(): boolean {
    const answers = known.map(resultOf)
    return answers.some(isReady) && answers.every(result => result !== undefined && isFound(result))
  }

  function resultOf(address: ServiceAddress): PortResult | undefined {
    return results.get(keyOf(address))
  }

  function some(condition: (result: PortResult) => boolean): boolean {
    return [...results.values()].some(condition)
  }

  function timeLeft(ms: number): number {
    return Math.max(0, startedAt + ms - performance.now())
  }

  /** Waits at most `ms` ms for the condition. Each new result triggers a check. Rejects if a call throws. */
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
