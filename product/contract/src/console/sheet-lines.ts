import { startOfIndiaDay } from '../india-time.ts'
import { mobileLength } from '../limits.ts'
import { isMobile } from '../rules.ts'
import { agentRole } from '../words.ts'

/** The risk classes of agents. An agent without a class counts as medium. */
export const riskClasses = ['low', 'medium', 'high'] as const

type Detail = {
  /** The person, the place of work, or what the bank must know about each agent. */
  of: 'person' | 'work' | 'kyc'
  is: 'text' | 'day'
  /** The longest value, in UTF-16 units. */
  longest: number
  /** The common heads of the detail's column in spreadsheets, in small letters and digits. */
  spellings: string[]
  example: string
}

/**
 * The details of an agent, beside the mobile number and the roles. From a row derive the calls, the columns of
 * spreadsheets and of the database, and the fields of the console. Days have the form
 * YYYY-MM-DD; '' means that nothing is entered.
 */
const detailTable = {
  name: textDetail('person', 100, 'Asha Verma', 'name fullname agentname agent'),
  email: textDetail('person', 254, 'asha@bank.example', 'email emailid emailaddress mail'),
  addressLine1: textDetail('person', 200, '12 Market Road', 'addressline1 address1 address'),
  addressLine2: textDetail('person', 200, 'Pune 411001', 'addressline2 address2 city'),
  staffNumber: textDetail('work', 40, 'B-2291', 'staffnumber staffno employeeid employeenumber agentid'),
  branch: textDetail('work', 100, 'Pune Camp', 'branch branchname branchcode'),
  outlet: textDetail('work', 100, 'Station Road', 'outlet outletname outletcode'),
  supervisor: textDetail('work', 100, 'Meena Joshi', 'supervisor manager reportsto'),
  kycOn: dayDetail('kyc', '2026-01-05', 'kycon kycdate dateofkyc'),
  kycEvidence: textDetail('kyc', 200, 'KYC/2026/17', 'kycevidence evidence kycreference'),
  kycDue: dayDetail('kyc', '2028-01-05', 'kycdue nextkyc kycduedate'),
  reviewOn: dayDetail('kyc', '2027-01-05', 'reviewon reviewdate nextreview'),
  risk: textDetail('kyc', 10, 'low', 'risk riskclass riskcategory'),
}

function textDetail<const Of extends Detail['of']>(
  of: Of,
  longest: number,
  example: string,
  spellings: string,
) {
  return { of, is: 'text' as const, longest, example, spellings: spellings.split(' ') }
}

function dayDetail<const Of extends Detail['of']>(of: Of, example: string, spellings: string) {
  return { of, is: 'day' as const, longest: 10, example, spellings: spellings.split(' ') }
}

export type DetailField = keyof typeof detailTable
export const agentDetails: Record<DetailField, Detail> = detailTable

// Object.keys returns exactly the keys of the table.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const detailFields = Object.keys(detailTable) as DetailField[]
export const personFields = fieldsOf('person')
export const workFields = fieldsOf('work')
export const kycFields = fieldsOf('kyc')
export const sheetFields = ['mobile', ...detailFields, 'roles'] as const

type FieldOf<Part> = {
  [Field in DetailField]: (typeof detailTable)[Field]['of'] extends Part ? Field : never
}[DetailField]

function fieldsOf<Part extends Detail['of']>(part: Part): FieldOf<Part>[] {
  return detailFields.filter((field): field is FieldOf<Part> => agentDetails[field].of === part)
}

export type SheetField = (typeof sheetFields)[number]
type Details = Record<DetailField, string>
export type AgentDetails = Details & { mobile: string; roles: string[] }
export type GivenDetails = Pick<AgentDetails, 'mobile' | 'name' | 'roles'> &
  Partial<Record<DetailField, string | undefined>>

export const columnNames: Record<SheetField, string> = {
  mobile: 'mobile',
  ...byDetail(field => field.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)),
  roles: 'roles',
}
export const requiredFields = ['mobile', 'name'] as const

/** The columns that an export adds and an import ignores. */
export const columnsOfExports = ['status', 'since']

export const mostLines = 100_000

/** The ways to treat a line whose mobile number belongs to an existing agent. */
export const onExistingChoices = ['refuse', 'skip', 'update'] as const

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
  return byDetail(field => details[field])
}

/** Returns an object with a value for each detail of an agent. */
export function byDetail<Value>(valueOf: (field: DetailField) => Value): Record<DetailField, Value> {
  // The fields of the object are exactly the fields of the type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(detailFields.map(field => [field, valueOf(field)])) as Record<DetailField, Value>
}

/** Returns the cells of an agent as an example of a spreadsheet shows them. */
export function exampleCells(): Record<SheetField, string> {
  return {
    mobile: '9876543210',
    ...byDetail(field => agentDetails[field].example),
    roles: agentRole,
  }
}

export function detailsOfCells(fields: readonly SheetField[], cells: readonly string[]): AgentDetails {
  const cell = (field: SheetField) => cells[fields.indexOf(field)] ?? ''
  const roles = cell('roles')
    .split(/[;,\s]+/)
    .filter(Boolean)
  return { ...byDetail(cell), mobile: cell('mobile'), roles: roles.length > 0 ? roles : [agentRole] }
}

/** Trims the details and normalizes them to Unicode NFC, so that letters that look alike have one encoding. */
export function tidyDetails(details: GivenDetails): AgentDetails {
  return {
    ...byDetail(field => tidyText(details[field])),
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
  roles: ['roles', 'role'],
  ...byDetail(field => agentDetails[field].spellings),
}

type FieldProblem = { field: SheetField; problem: string }

/** The source of lines: a spreadsheet that people made, or a file that a bank's program made for the command line. */
export type LinesFrom = 'sheet' | 'program'

export const indianMobileRule = `must be ${mobileLength} digits and begin with 6, 7, 8 or 9`

/** Tells whether a text is an Indian mobile number. This check is stricter than the log-in, so that SMS arrive. */
export function isIndianMobile(text: string): boolean {
  return isMobile(text) && /^[6-9]/.test(text)
}

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
    const { longest, is } = agentDetails[field]
    if (details[field].length > longest) say(field, `is longer than ${longest} characters`)
    const broken = rules.find(
      rule =>
        (rule.field ?? field) === field && (rule.only ?? from) === from && rule.breaks.test(details[field]),
    )
    if (broken) say(field, broken.problem)
    else if (is === 'day' && details[field] !== '' && !startOfIndiaDay(details[field]))
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
