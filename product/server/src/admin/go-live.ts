import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { indiaDateTime } from '@ekyc/contract/india-time'

import { alertProven, clocksProven, doctorProven, watchedProven } from '../doctor/proofs.ts'
import type { Proven } from '../doctor/proven.ts'
import { fireTestAlert } from '../doctor/test-alert.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import { build } from '../process/build.ts'
import { examples } from './command-line.ts'
import type { Operator } from './operator.ts'
import { restoreProven } from './restore-proof.ts'
import { checkPage, signPage } from './signed-page.ts'
import { shown } from './table.ts'
import { UsageError } from './usage-error.ts'

const words: Record<Proven['state'], string> = { pass: 'pass', 'not proven': 'NOT PROVEN', fail: 'FAIL' }

type Asked = Record<'prometheus' | 'alertmanager' | 'received' | 'restored', string | undefined>

export function addGoLiveCommand(program: CommandUnknownOpts, operator: Operator): void {
  program
    .command('go-live')
    .helpGroup('Health of a set-up:')
    .summary(
      'Proves, line by line, that the set-up is fit for agents: a signed page; exit code 1 unless all pass.',
    )
    .description(
      `Needs all settings of the server, as doctor does. The page tells of doctor, a KYC that the synthetic agent has played, a
restored back-up, an alert that somebody has received, the clocks and the age of the back-up.`,
    )
    .option('--prometheus <URL>', 'asked for the synthetic agent and for the back-ups')
    .option('--alertmanager <URL>', 'asked for the test alert')
    .option('--restored <FILE>', 'what audit prove-restore has written on a restored copy')
    .option('--received <WORD>', 'the word that the test alert brought to whoever is on duty')
    .option('--fire-alert', 'fire the test alert, and do nothing else')
    .option('--check <FILE>', 'tell whether a page is as it was signed, and do nothing else')
    .addHelpText(
      'after',
      examples(
        '--alertmanager http://127.0.0.1:9093 --fire-alert',
        '--prometheus http://127.0.0.1:9090 --alertmanager http://127.0.0.1:9093 --received 1234-5678 --restored restored.json > go-live.txt',
        '--check go-live.txt',
      ),
    )
    .action(async ({ prometheus, alertmanager, restored, received, fireAlert, check }) => {
      for (const url of [prometheus, alertmanager])
        if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
          throw new UsageError(`'${url}' is no http address.`, 'go-live')
      if (check !== undefined) return checkPage(operator, check, 'go-live.check')
      if (fireAlert === true) return fire(alertmanager)
      return prove({ prometheus, alertmanager, received, restored })
    })

  async function prove({ prometheus, alertmanager, received, restored }: Asked): Promise<void> {
    const file = restored === undefined ? undefined : await operator.readFile(restored)
    const { runner, seals, now } = await operator.open()
    const at = now()
    const [findings, watched, alert, restore] = await Promise.all([
      operator.examine(),
      watchedProven(prometheus, at),
      alertProven(alertmanager, received),
      restoreProven(file, { runner, seals, now: at }),
    ])
    const lines = [doctorProven(findings), ...watched, restore, alert, clocksProven(findings)]
    const open = lines.filter(({ state }) => state !== 'pass')
    const isReady = open.length === 0
    const page = pageOf(lines, at, isReady)
    const says = isReady ? 'ready' : `not ready: ${open.map(({ what }) => what).join(', ')}`
    const { text, signature } = await signPage(operator, { seals, page, action: 'go-live.sign', says })
    await operator.answer(text, { isReady, lines, page, signature }, !isReady)
  }

  async function fire(alertmanager: string | undefined): Promise<void> {
    if (alertmanager === undefined) throw new UsageError('--fire-alert needs --alertmanager.', 'go-live')
    const { now } = await operator.open()
    await operator.audited('go-live.fire-alert', async () => {
      await fireTestAlert(alertmanager, now()).catch((error: unknown) => {
        throw new CommandRefused(
          `Alertmanager did not take the alert (${error instanceof Error ? error.message : ''}).`,
        )
      })
    })
    await operator.answer(
      'The alert fires for an hour. Ask whoever is on duty for its word, then run go-live with --received.',
      { fired: true },
    )
  }
}

function pageOf(lines: Proven[], at: Date, isReady: boolean): string {
  const blocks = lines.map(({ what, state, proof }) =>
    [`${words[state].padEnd(10)}  ${what}`, ...proof.split('\n')].map(shown).join(`\n${' '.repeat(12)}`),
  )
  const count = (state: Proven['state']) => lines.filter(line => line.state === state).length
  return [
    `Going live with agent eKYC portal ${build.version} (${build.commit}), ${indiaDateTime(at).replace('T', ' ')} in India`,
    ...blocks,
    `Verdict: ${isReady ? 'READY' : `NOT READY, ${count('not proven')} not proven, ${count('fail')} failed`}.`,
    'For the bank (name, date, signature): ________________________________________',
  ].join('\n\n')
}
