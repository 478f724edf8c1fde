import { shippedProxies, type ShippedProxy } from '../shipped-proxies.ts'
import type { Step } from '../step.ts'
import { runTool } from '../tools.ts'

/** Finds protocols before TLS 1.2 and cipher suites without AEAD or forward secrecy in the shipped proxies. */
export const sslscan: Step = {
  tool: 'sslscan',
  debian: ['sslscan', 'caddy', 'nginx'],
  run: async stage => {
    const scanned = await Promise.all((await shippedProxies(stage)).map(examine))
    return {
      did: scanned.map(({ said }) => said).join('; '),
      findings: scanned.flatMap(({ findings }) => findings),
    }
  },
}

const goodSuite = /^(TLS_(AES|CHACHA20)|ECDHE-.*(GCM|POLY1305))/

export async function examine({ name, address }: ShippedProxy) {
  const { code, output } = await runTool('sslscan', ['--no-colour', address], 120)
  const enabled = [...output.matchAll(/^(\S+)\s+enabled$/gm)].map(([, protocol = '']) => protocol)
  const suites = [...output.matchAll(/^(?:Preferred|Accepted)\s+(\S+)\s+\d+ bits\s+(\S+)/gm)]
  const findings = [
    ...enabled
      .filter(protocol => !['TLSv1.2', 'TLSv1.3'].includes(protocol))
      .map(protocol => `${protocol} is on`),
    ...suites
      .filter(([, , suite = '']) => !goodSuite.test(suite))
      .map(([, , suite = '']) => `accepts ${suite}`),
    ...[...output.matchAll(/^.*(?<!not )vulnerable to heartbleed$/gm)].map(([line]) => line),
    ...(code !== 0 || suites.length === 0 ? [`sslscan did not finish: ${output.slice(-200)}`] : []),
  ]
  return {
    said: `${name} takes ${enabled.join(' and ')} with ${suites.length} suites`,
    findings: findings.map(finding => `${name}: ${finding}`),
  }
}
