import { startSandbox } from './sandbox.ts'

/**
 * Runs the sandbox. The program prints one line of JSON when it is ready, and later only errors. It ends at SIGTERM, at
 * SIGINT and, with --exit-with-parent, at the end of its standard input.
 */
try {
  const sandbox = await startSandbox({
    port: portNamed('SANDBOX_PORT', '8090'),
    devicePort: process.env['DEVICE_PORT'] === 'off' ? 'off' : portNamed('DEVICE_PORT', '11100'),
    dataDir: process.env['DATA_DIR'] || './data',
    ownSystems: { bank: originNamed('BANK_URL'), sms: originNamed('SMS_URL') },
    report: error => process.stderr.write(`${String(error)}\n`),
  })
  const end = (): void => {
    sandbox.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.once('SIGTERM', end).once('SIGINT', end)
  if (process.argv.includes('--exit-with-parent')) process.stdin.once('end', end).resume()
  const { address, device } = sandbox
  process.stdout.write(`${JSON.stringify({ ready: true, sandbox: address, device })}\n`)
} catch (error) {
  process.stderr.write(`${sentence(error)}\n`)
  process.exit(1)
}

function portNamed(name: string, usual: string): number {
  const text = process.env[name] || usual
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new Error(`${name} must be a port number from 0 to 65535.`)
}

/** Returns only the origin of an address in the server's settings, because the rest of the address may be secret. */
function originNamed(name: string): string | undefined {
  const url = process.env[name]
  return url && URL.canParse(url) ? new URL(url).origin : undefined
}

function sentence(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EADDRINUSE') {
    return `Port ${process.env['SANDBOX_PORT'] || '8090'} is taken: end what uses it, or set SANDBOX_PORT to another.`
  }
  if (['EACCES', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC'].includes(code)) {
    return `The sandbox cannot write to ${process.env['DATA_DIR'] || './data'} (${code}): set DATA_DIR to a folder that it may write to.`
  }
  return error instanceof Error ? error.message : String(error)
}
