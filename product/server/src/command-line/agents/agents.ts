import {
  columnNames,
  columnsOfExports,
  detailFields,
  kycFields,
  personFields,
  riskClasses,
  sheetFields,
  workFields,
  type DetailField,
} from '@ekyc/contract/console/sheet-lines'
import { csvLine } from '@ekyc/contract/csv-line'
import { lockWithoutEnd } from '@ekyc/contract/limits'
import { agentRole } from '@ekyc/contract/words'

import {
  addAgent,
  changeMobile,
  eraseAgent,
  erasureWaitText,
  recordKyc,
  updateAgent,
} from '../../acts/agents/agents.ts'
import {
  disableAgent,
  disableAgents,
  enableAgent,
  liftLimits,
  resetPasskeys,
  resetPassword,
  sendOtp,
  unlockAgent,
} from '../../acts/agents/access.ts'
import { exportAgents, pageOfAgents, type ListedAgent } from '../../acts/agents/find-agents.ts'
import { showAgent } from '../../acts/agents/show-agent.ts'
import { maxId } from '../../domain/ids.ts'
import { argumentTexts, UsageError } from '../program.ts'
import {
  answerAboutAgent,
  defineCommand,
  limitOption,
  agentArgument,
  type Command,
  type CommandOption,
} from '../define-command.ts'
import type { Operator } from '../operator.ts'
import { fieldList, cellText, tableOfRows, type Cell } from '../text-table.ts'
import { readMobilesFile, fileNameAndHash } from './agents-file.ts'
import { importCommand } from './import-agents.ts'

const detailOptions: Record<DetailField, CommandOption> = {
  name: ['--name <NAME>', 'full name'],
  email: ['--email <EMAIL>', 'e-mail address'],
  addressLine1: ['--address1 <TEXT>', 'first line of the address'],
  addressLine2: ['--address2 <TEXT>', 'second line of the address'],
  staffNumber: ['--staff-number <NUMBER>', "the agent's number in the bank"],
  branch: ['--branch <BRANCH>', 'branch'],
  outlet: ['--outlet <OUTLET>', 'shop or place of work'],
  supervisor: ['--supervisor <NAME>', 'who looks after the agent'],
  kycOn: ['--kyc-on <DAY>', "day of the bank's KYC of the agent, as 2026-01-31"],
  kycEvidence: ['--kyc-evidence <TEXT>', 'where the bank keeps its evidence'],
  kycDue: ['--kyc-due <DAY>', 'day by which the next KYC is due'],
  reviewOn: ['--review-on <DAY>', 'day of the next review of the limits'],
  risk: ['--risk <CLASS>', 'class of risk', { choices: riskClasses }],
}
function optionsOf(fields: readonly DetailField[]): Record<string, CommandOption> {
  return Object.fromEntries(fields.map(field => [field, detailOptions[field]]))
}

function changesOf(told: { agent?: string }, nothing: UsageError): object {
  const { agent: mobile, ...changes } = told
  if (Object.keys(changes).length === 0) throw nothing
  return { agent: mobile, changes }
}

/** The help lists the commands in this order. */
export const agentCommands: Command[] = [
  defineCommand({
    name: 'agents add',
    summary: 'On-boards one agent.',
    description: 'The agent has no password yet: the first log-in asks for an OTP by SMS and sets one.',
    args: { mobile: ['<MOBILE>', argumentTexts.mobile] },
    options: {
      ...optionsOf(detailFields),
      name: ['--name <NAME>', 'full name (required)'],
      roles: ['--role <ROLE>', `role, ${agentRole} unless told, '' for none; may be repeated`],
    },
    examples: ['9876543210 --name "Asha Verma" --email asha@bank.example'],
    act: addAgent,
    input: told => ({ roles: [agentRole], ...told }),
    answer: ({ mobile }) => `${mobile} is an agent now.`,
  }),
  importCommand,
  defineCommand({
    name: 'agents export',
    summary: 'Writes all agents as CSV, in the columns of an import and their status.',
    description: 'An import ignores the columns that only an export has.',
    examples: ['> agents.csv'],
    act: exportAgents,
    answer(agents) {
      const head = [...Object.values(columnNames), ...columnsOfExports]
      const text = [head, ...agents.map(cellsOf)].map(csvLine).join('').trimEnd()
      return { text, data: { agents } }
    },
  }),
  defineCommand({
    name: 'agents list',
    summary: 'Lists agents in the order of their mobiles.',
    options: {
      status: ['--status <WHICH>', 'only these'],
      role: ['--role <ROLE>', 'only those with this role'],
      branch: ['--branch <BRANCH>', 'only those of this branch'],
      supervisor: ['--supervisor <NAME>', 'only those of this supervisor'],
      search: [
        '--search <TEXT>',
        'part of the name, or how mobile, e-mail or staff number begin',
        { usual: '' },
      ],
      limit: limitOption(100),
      after: ['--after <MOBILE>', 'go on after this one', { usual: '' }],
    },
    examples: ['--status locked', '--search verma --json'],
    act: pageOfAgents,
    input: ({ after, ...told }: { after?: string }) => ({
      ...told,
      sort: 'mobile',
      direction: 'up',
      ...(after && { after: { key: after, second: '', id: maxId } }),
    }),
    answer(page) {
      // The list is in the order of the mobile numbers, so the key of its place is one.
      const next = page.next?.key ?? null
      const more = next === null ? '' : `\nMore: --after ${next}`
      const text = tableOfRows(page.agents, {
        Mobile: one => one.mobile,
        Name: one => one.name,
        Branch: one => one.branch,
        Status: statusOf,
        Roles: one => one.roles.join(' '),
        Since: one => one.createdOn,
      })
      return { text: text + more, data: { agents: page.agents, next } }
    },
  }),
  defineCommand({
    name: 'agents show',
    summary: 'Tells all about one agent.',
    args: agentArgument,
    examples: ['9876543210'],
    act: showAgent,
    answer({ id, erasedOn, agent: whole }) {
      if (!whole) return { text: `${id} was erased on ${cellText(erasedOn)}.`, data: { id, erasedOn } }
      // Only the console needs these two.
      const { otherRoles: _otherRoles, version: _version, ...told } = whole
      const roles = whole.roles.map(({ role }) => role)
      const privileges = Object.fromEntries(whole.roles.map(one => [one.role, one.privileges]))
      return { text: fieldList(fieldsOf(whole)), data: { ...told, roles, privileges } }
    },
  }),
  defineCommand({
    name: 'agents update',
    summary: "Changes an agent's details; what is not told stays as it is.",
    description:
      "An empty text ('') takes a detail away, but the name. The mobile is changed by agents change-mobile.",
    args: agentArgument,
    options: optionsOf([...personFields, ...workFields]),
    examples: ['9876543210 --email asha.verma@bank.example'],
    act: updateAgent,
    input: told => changesOf(told, new UsageError('Say what changes.', 'agents update')),
    answer: answerAboutAgent('is changed', 'was like this already'),
  }),
  defineCommand({
    name: 'agents kyc',
    summary: "Records the bank's KYC of an agent, the class of risk and what is due next.",
    description: 'What is not told stays as it is. A new day of KYC ends dormancy.',
    args: agentArgument,
    options: optionsOf(kycFields),
    examples: ['9876543210 --kyc-on 2026-01-05 --kyc-evidence KYC/2026/17 --risk low'],
    act: recordKyc,
    input: told => changesOf(told, new UsageError('Say what is recorded.', 'agents kyc')),
    answer: answerAboutAgent('has this on record', 'had it on record already'),
  }),
  defineCommand({
    name: 'agents change-mobile',
    summary: 'Gives an agent another mobile number, and ends the sessions.',
    description: `Password, roles, orders and figures stay the agent's; OTPs that were sent to either number open nothing any
more. From now on who holds the new number can set a new password by OTP: make sure whose it is.`,
    args: {
      agent: ['<OLD>', argumentTexts.mobile],
      to: ['<NEW>', 'the number that it becomes; nobody else may have it'],
    },
    examples: ['9876543210 9812345678 --yes'],
    act: changeMobile,
    question: ({ agent: mobile, to }) => `Change ${mobile} to ${to} and end all sessions of this agent?`,
    answer: (done, { to }) => answerAboutAgent(`is ${to} now`, 'was this already')(done),
  }),
  {
    name: 'agents disable',
    summary: 'Locks an agent out at once and ends the sessions; or all agents of a file.',
    description: `The file is CSV, UTF-8, with a column mobile; other columns are not looked at. Where a line is no agent, it is told
and nobody is disabled.`,
    args: { mobile: ['[MOBILE]', argumentTexts.mobile] },
    options: { file: ['--file <FILE>', 'all agents of this file; - reads the standard input'] },
    examples: ['9876543210 --yes', '--file leavers.csv'],
    secondPerson: 'propose',
    async run({ mobile, file }: { mobile?: string; file?: string }, operator) {
      if (file !== undefined && mobile === undefined) return disableAll(file, operator)
      if (mobile === undefined || file !== undefined)
        throw new UsageError('Name one MOBILE, or a --file of them.', 'agents disable')
      await operator.confirm(`Disable ${mobile} and end all sessions of this agent?`)
      const done = await operator.perform(disableAgent, { agent: mobile })
      await operator.answer(answerAboutAgent('is disabled', 'was disabled already')(done), done)
    },
  },
  defineCommand({
    name: 'agents erase',
    summary: 'Erases an agent who has left, for good.',
    description: `Name, mobile, e-mail, address, password, passkeys and all that the log-in knows of the agent go. Orders, counts and
audit rows are kept as long as the law demands, under the agent's id instead of the mobile. The agent must have been
disabled for ${erasureWaitText}.`,
    args: agentArgument,
    examples: ['9876543210 --yes'],
    act: eraseAgent,
    question: ({ agent: mobile }) => `Erase ${mobile} for good?`,
    answer: (erased, { agent: mobile }) => ({
      text: erased
        ? `${mobile} is erased. Kept as agent ${erased.id}: ${erased.orders} orders; audit rows changed: ${erased.auditRows}.`
        : `There is no agent with the mobile ${mobile}: nothing was erased.`,
      data: { mobile, changed: erased !== undefined, ...erased },
    }),
  }),
  defineCommand({
    name: 'agents enable',
    summary: 'Lets a disabled agent log in again.',
    args: agentArgument,
    examples: ['9876543210'],
    act: enableAgent,
    answer: answerAboutAgent('is enabled', 'was enabled already'),
  }),
  defineCommand({
    name: 'agents unlock',
    summary: 'Ends the wait that wrong passwords have brought.',
    args: agentArgument,
    examples: ['9876543210'],
    act: unlockAgent,
    answer: answerAboutAgent('may try again', 'had no wait to end'),
  }),
  defineCommand({
    name: 'agents lift-limits',
    summary: 'Ends the wait that too many reference checks have brought.',
    description: 'The limits of the hour begin anew. `agents show` tells what an agent has used of them.',
    args: agentArgument,
    examples: ['9876543210'],
    act: liftLimits,
    answer: answerAboutAgent('begins the limits of the hour anew', 'had used nothing of the limits'),
  }),
  defineCommand({
    name: 'agents send-otp',
    summary: 'Sends an OTP to an agent whom strangers keep from getting one.',
    description: `Limits do not hold for it. The agent presses Continue or Resend OTP on the portal, and types the OTP there within
its time. Make sure whose the number is. A running server makes and sends the code within some seconds.`,
    args: agentArgument,
    examples: ['9876543210'],
    act: sendOtp,
    answer: ({ mobile, minutes }) =>
      `An OTP is on its way to ${mobile}. It is valid for ${minutes} minutes, on the portal's next OTP screen.`,
  }),
  defineCommand({
    name: 'agents reset-password',
    summary: 'Demands a new password, and ends the sessions.',
    description: 'Until a new one is set by OTP ("Forgot Password"), the old one logs in no more.',
    args: agentArgument,
    examples: ['9876543210 --yes'],
    act: resetPassword,
    question: ({ agent: mobile }) => `End all sessions of ${mobile} and demand a new password?`,
    answer: answerAboutAgent('must set a new password', 'had to already'),
  }),
  defineCommand({
    name: 'agents reset-passkeys',
    summary: 'Removes the passkeys, and ends the sessions.',
    description: 'The agent logs in by password, and may add passkeys again.',
    args: agentArgument,
    examples: ['9876543210 --yes'],
    act: resetPasskeys,
    question: ({ agent: mobile }) => `Remove all passkeys of ${mobile} and end the sessions?`,
    answer: answerAboutAgent('has no passkey now', 'had no passkey'),
  }),
]

async function disableAll(path: string, { perform, answer, confirm, readFile }: Operator): Promise<void> {
  const bytes = await readFile(path)
  const lines = readMobilesFile(bytes)
  await confirm(`Disable the agents of this file (${lines.length}) and end all their sessions?`)
  const done = await perform(disableAgents, { lines, source: fileNameAndHash(path, bytes) })
  const already = done.unchanged > 0 ? ` Disabled already: ${done.unchanged}.` : ''
  await answer(`Agents disabled: ${done.disabled}.${already} Sessions ended: ${done.sessionsEnded}.`, done)
}

function cellsOf(agent: ListedAgent): string[] {
  const details = sheetFields.map(field => (field === 'roles' ? agent.roles.join(' ') : agent[field]))
  return [...details, statusOf(agent), cellText(agent.createdOn)]
}

type WholeAgent = NonNullable<Awaited<ReturnType<typeof showAgent.run>>['agent']>

function fieldsOf(agent: WholeAgent): [string, Cell][] {
  const isLockedForGood = agent.lockedUntil?.toISOString() === lockWithoutEnd
  return [
    ['Mobile', agent.mobile],
    ...detailFields.map((field): [string, Cell] => [labelOf(field), agent[field]]),
    ['Alerts', agent.alerts.map(({ number, rule }) => `${number} ${rule}`).join(', ')],
    ['Agent since', agent.createdOn],
    ['Status', statusOf(agent)],
    ['Password', agent.hasPassword ? 'set' : 'none yet'],
    ['Passkeys', agent.passkeys],
    ['Locked until', isLockedForGood ? 'a new password is set' : agent.lockedUntil],
    ['Live sessions', agent.liveSessions],
    ...agent.limits.map(({ words, used, of, until }): [string, Cell] => [
      words,
      `${used} of ${of}, until ${cellText(until)}`,
    ]),
    ...agent.roles.map(({ role, privileges }): [string, Cell] => [`Role ${role}`, privileges.join(' ')]),
    ['Withheld', agent.withheld.join(' ')],
  ]
}

/** 'Staff number' for staff_number, 'Address line 1' for address_line1. */
function labelOf(field: DetailField): string {
  const words = columnNames[field].replaceAll('_', ' ').replace('kyc', 'KYC').replace(/\d/, ' $&')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function statusOf({ statuses, isDemo }: Pick<ListedAgent, 'statuses' | 'isDemo'>): string {
  const states: [ListedAgent['statuses'][number] | 'demo', string][] = [
    ['enabled', 'enabled'],
    ['disabled', 'disabled'],
    ['locked', 'locked'],
    ['reset-demanded', 'reset demanded'],
    ['no-password', 'no password yet'],
    ['demo', 'demo'],
    ['dormant', 'dormant: needs a new KYC'],
    ['stopped', 'stopped by an alert'],
  ]
  const holding = new Set([...statuses, isDemo && 'demo'])
  return states.flatMap(([status, words]) => (holding.has(status) ? [words] : [])).join(', ')
}
