import { startOfIndiaDay } from '../india-time.ts'
import { mobileLength } from '../limits.ts'
import { isMobile } from '../rules.ts'
import { agentRole } from '../words.ts'

/** The facts that a bank must know about an agent. Days have the form YYYY-MM-DD; '' means that nothing is entered. */
export const operatorFields = ['kycOn', 'kycEvidence', 'kycDue', 'reviewOn', 'risk'] as const
export type OperatorField = (typeof operatorFields)[number]

/** The risk classes of agents. An agent without a class counts as medium. */
export const riskClasses = ['low', 'medium', 'high'] as const

/** The text fields that describe an agent, without the mobile number, which identifies the agent in a sheet. */
export const detailFields = [
  'name',
  'email',
  'addressLine1',
  'addressLine2',
  'staffNumber',
  'branch',
  'outlet',
  'supervisor',
  ...operatorFields,
] as const
export const sheetFields = ['mobile', ...detailFields, 'roles'] as const

export type DetailField = (typeof detailFields)[number]
export type SheetField = (typeof sheetFields)[number]
type Details = Record<DetailField, string>
/** The details of an agent, as a person enters them. */
export type AgentDetails = Details & { mobile: string; roles: string[] }
export type GivenDetails = Omit<AgentDetails, OperatorField> &
  Partial<Record<OperatorField, string | undefined>>

/** The column name of each field. */
export const columnNames: Record<SheetField, string> = {
  mobile: 'mobile',
  name: 'name',
  email: 'email',
  addressLine1: 'address_line1',
  addressLine2: 'address_line2',
  staffNumber: 'staff_number',
  branch: 'branch',
  outlet: 'outlet',
  supervisor: 'supervisor',
  kycOn: 'kyc_on',
  kycEvidence: 'kyc_evidence',
  kycDue: 'kyc_due',
  reviewOn: 'review_on',
  risk: 'risk',
  roles: 'roles',
}
export const requiredFields = ['mobile', 'name'] as const

/** The columns that an export adds and an import ignores. */
export const columnsOfExports = ['status', 'since']

export const mostLines = 100_000

/** The ways to treat a line whose mobile number belongs to an existing agent. */
export const onExistingChoices = ['refuse', 'skip', 'update'] as const

/** The results that a line can have when the sheet is applied. */
export const becomesOfLine = ['added', 'updated', 'unchanged', 'skipped', 'wrong'] as const

/** The limits of an import in the console. The page shortens cells to `cellCharacters`, above each detail's limit. */
export const importLimits = {
  fileBytes: 2 * 1024 * 1024,
  unpackedBytes: 20 * 1024 * 1024,
  readMs: 5_000,
  linesOfPiece: 500,
  pieceBytes: 512 * 1024,
  linesOfPlan: 10_000,
  cells: 40,
  cellCharacters: 300,
  keptDays: 30,
} as const

export function detailsOf(details: Details): Details {
  return withEach(field => details[field])
}

function withEach(valueOf: (field: DetailField) => string): Details {
  // The fields of the object are exactly the fields of the type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(detailFields.map(field => [field, valueOf(field)])) as Details
}

/** Reads the cells of a line. `fields` gives the field of each column. Blanks, commas or semicolons separate roles. */
export function detailsOfCells(fields: readonly SheetField[], cells: readonly string[]): AgentDetails {
  const cell = (field: SheetField) => cells[fields.indexOf(field)] ?? ''
  const roles = cell('roles')
    .split(/[;,\s]+/)
    .filter(Boolean)
  return { ...withEach(cell), mobile: cell('mobile'), roles: roles.length > 0 ? roles : [agentRole] }
}

/** Trims the details and normalizes them to Unicode NFC, so that letters that look alike have one encoding. */
export function tidyDetails(details: GivenDetails): AgentDetails {
  return {
    ...withEach(field => tidyText(details[field])),
    mobile: tidyText(details.mobile),
    roles: [...new Set(details.roles.map(role => tidyText(role)))],
  }
}

export function tidyText(text = ''): string {
  return text.normalize('NFC').trim()
}

/** Removes from a mobile number the blanks, +91 and leading apostrophe that spreadsheets and phone books add. */
export function bareMobile(text: string): string {
  const bare = text.replaceAll(/^\s*['‘’]|\s/gu, '')
  return bare.replace(/^\+91(?=\d{10}$)/, '')
}

/** Finds the field of a column by the head of the column in any common spelling: "Mobile No." gives `mobile`. */
export function fieldOfHead(head: string): SheetField | undefined {
  const plain = head.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return sheetFields.find(field => spellings[field].includes(plain))
}

const spellings: Record<SheetField, string[]> = {
  mobile: ['mobile', 'mobileno', 'mobilenumber', 'phone', 'phonenumber'],
  name: ['name', 'fullname', 'agentname', 'agent'],
  email: ['email', 'emailid', 'emailaddress', 'mail'],
  addressLine1: ['addressline1', 'address1', 'address'],
  addressLine2: ['addressline2', 'address2', 'city'],
  staffNumber: ['staffnumber', 'staffno', 'employeeid', 'employeenumber', 'agentid'],
  branch: ['branch', 'branchname', 'branchcode'],
  outlet: ['outlet', 'outletname', 'outletcode'],
  supervisor: ['supervisor', 'manager', 'reportsto'],
  kycOn: ['kycon', 'kycdate', 'dateofkyc'],
  kycEvidence: ['kycevidence', 'evidence', 'kycreference'],
  kycDue: ['kycdue', 'nextkyc', 'kycduedate'],
  reviewOn: ['reviewon', 'reviewdate', 'nextreview'],
  risk: ['risk', 'riskclass', 'riskcategory'],
  roles: ['roles', 'role'],
}

export type FieldProblem = { field: SheetField; problem: string }

/** The source of lines: a spreadsheet that people made, or a file that a bank's program made for the command line. */
export type LinesFrom = 'sheet' | 'program'

export const indianMobileRule = `must be ${mobileLength} digits and begin with 6, 7, 8 or 9`

/** Tells whether a text is an Indian mobile number. This check is stricter than the log-in, so that SMS arrive. */
export function isIndianMobile(text: string): boolean {
  return isMobile(text) && /^[6-9]/.test(text)
}

/** The longest value of each detail, in UTF-16 units. */
export const longestDetails = {
  name: 100,
  email: 254,
  addressLine1: 200,
  addressLine2: 200,
  staffNumber: 40,
  branch: 100,
  outlet: 100,
  supervisor: 100,
  kycOn: 10,
  kycEvidence: 200,
  kycDue: 10,
  reviewOn: 10,
  risk: 10,
} as const satisfies Record<DetailField, number>

type Rule = {
  /** A rule without a field applies to every field of `detailFields`. */
  field?: DetailField
  breaks: RegExp
  problem: string
  only?: LinesFrom
}

/** The rules for texts. `problemsOf` reports the first rule that a field breaks, and also a wrong length. */
const rules: Rule[] = [
  { field: 'name', breaks: /^$/, problem: 'is missing' },
  {
    breaks: /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u,
    problem: 'has a hidden mark that turns writing round',
    only: 'sheet',
  },
  {
    breaks: /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffd]/u,
    problem: 'has a character that cannot be shown',
  },
  // Words in Indian scripts need joiners, which stand after a letter of such a script.
  { breaks: /(?<![\u0900-\u0dff])[\u200c\u200d]|(?![\u200c\u200d])\p{Cf}/u, problem: 'has a hidden mark' },
  {
    breaks: /^[=+\-@]/,
    problem: 'begins with =, +, - or @, so it is a formula; type it without',
    only: 'sheet',
  },
  {
    field: 'email',
    breaks: /^(?!$|[^\s@<>",;:]+@[^\s@<>",;:]+\.[^\s@<>",;:]+$)/,
    problem: 'is not an e-mail address',
  },
  { field: 'risk', breaks: /^(?!$|low$|medium$|high$)/, problem: `must be ${riskClasses.join(', ')}` },
]

function isDay(field: DetailField): boolean {
  return field === 'kycOn' || field === 'kycDue' || field === 'reviewOn'
}

/**
 * Lists the problems of details that `tidyDetails` has returned, in the order of the fields.
 * @param knownRoles undefined if the roles are not known; then every role is accepted
 */
export function problemsOf(
  details: AgentDetails,
  knownRoles: readonly string[] | undefined,
  from: LinesFrom = 'program',
): FieldProblem[] {
  const problems: FieldProblem[] = []
  const say = (field: SheetField, problem: string) => problems.push({ field, problem })

  if (!isIndianMobile(details.mobile)) say('mobile', indianMobileRule)
  for (const field of detailFields) {
    if (details[field].length > longestDetails[field])
      say(field, `is longer than ${longestDetails[field]} characters`)
    const broken = rules.find(
      rule =>
        (rule.field ?? field) === field && (rule.only ?? from) === from && rule.breaks.test(details[field]),
    )
    if (broken) say(field, broken.problem)
    else if (isDay(field) && details[field] !== '' && !startOfIndiaDay(details[field]))
      say(field, 'must be a day, as 2026-01-31')
  }
  if (details.roles.length === 0) say('roles', 'is missing')
  for (const role of details.roles)
    if (knownRoles && !knownRoles.includes(role))
      say('roles', `has '${role}', which is no role (${knownRoles.join(', ')})`)
  return problems
}

/** Returns the problem of a whole record: a misplaced quotation mark, or a wrong number of cells. */
export function recordProblem(
  record: { cells: readonly string[]; broken: boolean },
  columns: number,
): string | undefined {
  if (record.broken) return 'has a quotation mark that does not belong there'
  if (record.cells.length === columns) return undefined
  return `has ${record.cells.length} cells, the first line has ${columns}`
}

export function isInLineToo(line: number): string {
  return `is in line ${line} too`
}
