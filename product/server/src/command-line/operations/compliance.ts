import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { indiaDateTime } from '@ekyc/contract/india-time'

import { judge, type Judged } from '../../compliance/judge.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { build } from '../../process/build.ts'
import { examples } from '../command-line.ts'
import type { Operator } from '../operator.ts'
import { checkPage, signPage } from '../signed-page.ts'
import { shown } from '../table.ts'

const words: Record<Judged['verdict'], string> = {
  kept: 'kept',
  half: 'HALF',
  'not yet': 'NOT YET',
  'not kept': 'NOT KEPT',
  bank: 'bank',
}

export function addComplianceCommand(program: CommandUnknownOpts, operator: Operator): void {
  program
    .command('compliance')
    .helpGroup('Health of a set-up:')
    .summary(
      "Tells of each of the auditor's controls who keeps it, and whether these settings do; exit code 1 if one does not.",
    )
    .description(
      `Needs all settings of the server, as doctor does, and shows no secret. Without --sign it asks no database and leaves
nothing in the audit trail. docs/compliance.md names the tests of each control.`,
    )
    .option('--sign', 'sign the report under AUDIT_KEY')
    .option('--check <FILE>', 'tell whether a report is as it was signed, and do nothing else')
    .addHelpText('after', examples('', '--sign > compliance.txt', '--check compliance.txt'))
    .action(({ sign, check }) =>
      check === undefined ? report(sign === true) : checkPage(operator, check, 'compliance.check'),
    )

  async function report(isToSign: boolean): Promise<void> {
    const { config, problems } = operator.examineSettings()
    if (problems.length > 0)
      throw new CommandRefused(`A server with these settings does not start:\n${problems.join('\n')}`)
    const judged = judge({ ...config, door: operator.consoleDoor() })
    const open = [...judged.controls, ...judged.otherRules].filter(({ verdict }) => verdict === 'not kept')
    if (!isToSign) return operator.answer(pageOf(judged, new Date()), judged, open.length > 0)
    const { seals, now } = await operator.open()
    const page = pageOf(judged, now())
    const says =
      open.length === 0 ? 'settings keep all' : `not kept: ${open.map(row => row.number).join(', ')}`
    const { text, signature } = await signPage(operator, { seals, page, action: 'compliance.sign', says })
    await operator.answer(text, { ...judged, page, signature }, open.length > 0)
  }
}

function pageOf(judged: ReturnType<typeof judge>, at: Date): string {
  const count = (verdict: Judged['verdict']) => judged.controls.filter(row => row.verdict === verdict).length
  return [
    `Controls of agent eKYC portal ${build.version} (${build.commit}), ${indiaDateTime(at).replace('T', ' ')} in India`,
    "The auditor's 77 controls",
    ...judged.controls.map(blockOf),
    'Other rules of 2025 to 2027',
    ...judged.otherRules.map(blockOf),
    `Of 77 controls the bank keeps ${count('bank')} alone. Of the others software keeps ${count('kept')}, ${count('half')} half, ${count('not yet')} not yet, and ${count('not kept')} not by these settings.`,
    'For the auditor (name, date, signature): ________________________________________',
  ].join('\n\n')
}

function blockOf(row: Judged): string {
  const { number, asks, kept, verdict, settings, note } = row
  const tests = Object.values(row.tests ?? {}).flat().length
  const lines = [
    `${number}. ${asks}`,
    `kept by ${kept === 'both' ? 'software and bank' : kept}${tests > 0 ? `; tests of this version: ${tests}` : ''}`,
    ...settings.map(
      ({ name, value, asks: wanted, keeps }) =>
        `${name}: ${value}${keeps ? '' : `, and the control asks for ${wanted}`}`,
    ),
    ...(note === undefined ? [] : [note]),
  ]
  return `${words[verdict].padEnd(10)}${lines.map(shown).join(`\n${' '.repeat(10)}`)}`
}
