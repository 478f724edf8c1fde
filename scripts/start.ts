import { buildIfStale } from './build.ts'
import { Complaint, exitWith } from './complaint.ts'
import { installIfNeeded } from './install.ts'
import { checkDataFolder, checkPorts } from './preflight.ts'
import { startProduct, type RunningProduct } from './product.ts'
import { createProgress } from './progress.ts'
import { readSettings, type Settings } from './settings.ts'
import { listenForStop } from './stop-signals.ts'
import { shortWarning } from './warnings.ts'
import { welcome } from './welcome.ts'

await main().catch(exitWith)

async function main(): Promise<never> {
  const withSandbox = wantsSandbox(process.argv.slice(2))
  const settings = readSettings(process.env, withSandbox)
  // Without a sandbox, standard output contains only the server's log.
  const say = withSandbox ? console.log : console.error
  const progress = createProgress(withSandbox ? process.stdout : process.stderr)
  const began = performance.now()
  let product: RunningProduct | undefined
  const beforeReady: string[] = []
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
      onLine: said => {
        const warning = shortWarning(said)
        if (product && warning) console.error(warning)
        else if (!product && said.stream === 'stderr') beforeReady.push(said.line)
      },
    })
  } catch (error) {
    // After a request to stop, any failure is a consequence of that request.
    if (!stopSignals.aborted.aborted) throw error
    console.log('\nStopped.')
    process.exit(1)
  }

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
  for (const line of beforeReady) console.error(line)
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

function wantsSandbox(words: string[]): boolean {
  if (words.some(word => word !== '--no-sandbox'))
    throw new Complaint(
      'npm start knows one option: npm start -- --no-sandbox (the server alone, with your settings).',
    )
  return words.length === 0
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
  const others = [
    ...(withSandbox ? [{ name: 'SANDBOX_PORT', host: '127.0.0.1', port: sandboxPort }] : []),
    ...(consolePort === 'off' ? [] : [{ name: 'CONSOLE_PORT', host, port: consolePort }]),
  ]
  for (const other of others)
    if (port === other.port && port !== 0)
      throw new Complaint(`PORT and ${other.name} are both ${port}: they must differ.`)
  await checkPorts([{ name: 'PORT', host, port }, ...others])
}
