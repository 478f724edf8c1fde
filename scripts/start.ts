import { parseArgs } from 'node:util'

import { buildIfStale } from './build.ts'
import { Complaint, exitWith } from './complaint.ts'
import { installIfNeeded } from './install.ts'
import { checkDataFolder, checkPorts } from './preflight.ts'
import { startProduct, type RunningProduct } from './product.ts'
import { createProgress } from './progress.ts'
import { readSettings, type Settings } from './settings.ts'
import { listenForStop } from './stop-signals.ts'
import { shortWarning, type Said } from './warnings.ts'
import { welcome } from './welcome.ts'

await main().catch(exitWith)

async function main(): Promise<never> {
  const { withSandbox } = readArguments()
  const settings = readSettings(process.env, withSandbox)
  // Without a sandbox, standard output contains only the server's log.
  const say = withSandbox ? console.log : console.error
  const progress = createProgress(withSandbox ? process.stdout : process.stderr)
  const began = performance.now()
  let product: RunningProduct | undefined
  let showWarnings = false
  const before: Said[] = []
  const stopSignals = listenForStop(() => product?.kill())

  try {
    await check(settings, withSandbox)
    await installIfNeeded('product', progress, stopSignals.aborted)
    await buildIfStale(progress, stopSignals.aborted)
    product = await startProduct({
      ...settings,
      withSandbox,
      demoGoesOn: true,
      progress,
      signal: stopSignals.aborted,
      onLine: line => void (showWarnings ? show(shortWarning(line)) : before.push(line)),
    })
  } catch (error) {
    // After a request to stop, any failure is a consequence of that request.
    if (!stopSignals.aborted.aborted) throw error
    console.log('\nStopped.')
    process.exit(1)
  }

  showWarnings = true
  say(
    welcome({
      address: product.address,
      sandbox: withSandbox ? product.sandbox : undefined,
      devicePort: withSandbox ? product.devicePort : undefined,
      console: await consoleAddress(settings, product),
      askedDevicePort: settings.devicePort,
      dataDir: settings.dataDir,
      seconds: (performance.now() - began) / 1000,
      ownBank: process.env.BANK_URL,
      ownSms: process.env.SMS_URL,
    }),
  )
  for (const { stream, line } of before) if (stream === 'stderr') console.error(line)
  const end = await Promise.race([product.died, stopSignals.asked])
  if (end)
    console.error(
      `\nThe ${end.name} ended unexpectedly (${end.how}), so everything stops.\n${end.lastWords.join('\n')}`,
    )
  else say('\nStopping …')
  await product.stop()
  if (!end) say('Stopped.')
  process.exit(end ? 1 : 0)
}

function readArguments(): { withSandbox: boolean } {
  try {
    const { values } = parseArgs({
      options: { sandbox: { type: 'boolean', default: true } },
      allowNegative: true,
    })
    return { withSandbox: values.sandbox }
  } catch {
    throw new Complaint(
      'npm start knows one option: npm start -- --no-sandbox (the server alone, with your settings).',
    )
  }
}

/** Waits until the console is ready only if the system chooses the console's port. */
async function consoleAddress(
  { consolePort }: Settings,
  product: RunningProduct,
): Promise<string | undefined> {
  if (consolePort === 'off') return undefined
  if (consolePort === 0) return product.console
  return process.env.CONSOLE_ORIGIN || `http://localhost:${consolePort}`
}

async function check(settings: Settings, withSandbox: boolean): Promise<void> {
  const { dataDir, host, port, sandboxPort, consolePort } = settings
  checkDataFolder(dataDir)
  const others = { ...(withSandbox && { SANDBOX_PORT: sandboxPort }), CONSOLE_PORT: consolePort }
  for (const [name, other] of Object.entries(others))
    if (port === other && port !== 0)
      throw new Complaint(`PORT and ${name} are both ${port}: they must differ.`)
  await checkPorts([
    { name: 'PORT', host, port },
    ...(withSandbox ? [{ name: 'SANDBOX_PORT', host: '127.0.0.1', port: sandboxPort }] : []),
    ...(consolePort === 'off' ? [] : [{ name: 'CONSOLE_PORT', host, port: consolePort }]),
  ])
}

function show(warning: string): void {
  if (warning) console.error(warning)
}
