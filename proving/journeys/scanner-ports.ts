import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const scannerPorts = Array.from({ length: 21 }, (_, index) => 11_100 + index)
const portsOfOurs = 3 // One port for the scanner, and two for scanners that a test adds.

/**
 * The first port of each window. A window is three consecutive ports. The portal tries 11100 to 11110 first. 11100 and
 * 11101 stay free for a product that is started by hand. The last window is spare.
 */
const windows = [11_108, 11_105, 11_102, 11_111] as const

/** Each worker needs a window of ports for its device service, and one window is spare. */
export const mostWorkers = windows.length - 1

/**
 * Finds free ports for a worker's device service, and returns the first of them. The portal would offer the device
 * service of another product on this computer as a choice. Each worker therefore has its own ports, and its browser
 * reaches no other ports. All workers look for ports before any of them listens, so a worker whose ports are in use
 * gets the spare window. It waits while another product, such as that of a test before it, still ends.
 */
export async function freeScannerPort(worker: number): Promise<number> {
  for (let tries = 0; tries < 120; tries += 1) {
    for (const first of [windows[worker % mostWorkers], windows[mostWorkers]]) {
      const ports = Array.from({ length: portsOfOurs }, (_, index) => Number(first) + index)
      if (!(await Promise.all(ports.map(accepts))).includes(true)) return Number(first)
    }
    await sleep(1_000)
  }
  throw new Error('ports 11102 to 11113 are in use: end a product that runs on this computer')
}

export function scannersFrom(first: number): string {
  const others = scannerPorts.filter(port => port < first || port >= first + portsOfOurs)
  const rules = others.flatMap(port => [`MAP 127.0.0.1:${port} ~NOTFOUND`, `MAP localhost:${port} ~NOTFOUND`])
  return `--host-resolver-rules=${rules.join(', ')}`
}

function accepts(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1').once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}
