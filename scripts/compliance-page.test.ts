import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { inRoot } from './folders.ts'

type Row = {
  number: string
  asks: string
  kept: string
  state?: string
  tests?: Record<string, string[]>
  settings?: string[]
  note?: string
}

const {
  controls,
  otherRules,
  settings: everySetting,
} = JSON.parse(readFileSync(inRoot('docs', 'compliance.json'), 'utf8')) as {
  controls: Row[]
  otherRules: Row[]
  settings: Record<string, string>
}

test('docs/compliance.md is written from docs/compliance.json (npm run generate writes it)', async () => {
  await expect(compliancePage()).toMatchFileSnapshot('../docs/compliance.md')
})

test('each test that the page names is in its file', () => {
  for (const { tests = {} } of [...controls, ...otherRules])
    for (const [file, titles] of Object.entries(tests))
      for (const title of titles) expect(readFileSync(inRoot(file), 'utf8')).toContain(title)
})

function compliancePage(): string {
  const software = controls.filter(({ kept }) => kept !== 'bank')
  const bank = controls.filter(({ kept }) => kept === 'bank')
  const usual = "The bank's people, rooms and network."
  const count = (state: string) => software.filter(row => row.state === state).length
  return `# Compliance

This page maps the 77 controls by which a requesting entity is audited once a year, and the other rules of 2025 to 2027, to the
tests and settings that show them. \`npm run generate\` writes it from [compliance.json](compliance.json), which has the title of
each test. \`npm run admin -- compliance\` tells the same of a running installation ([admin.md](admin.md)).

Of the 77 controls, ${bank.length} are the bank's alone. Of the ${software.length} others, the part of software is kept in ${count('kept')}, half kept in
${count('half')} and not yet kept in ${count('not yet')}.

The wording of the controls is from a copy of the auditor's list whose origin is not proven, and several rules are known from the press
alone. Nobody may claim compliance from this page: a lawyer reads the primary text first, and an empanelled auditor judges the
installation. The part of software is only ever a part: 'kept' means that the named tests pass, and the named settings stand.

## The controls that software keeps

${table(software)}

## The bank's controls

Software has no part in these. Most are about the bank's people, rooms and network.

${bank.map(({ number, asks, note }) => `- **${number}**: ${asks}${note === usual ? '' : ` ${note}`}`).join('\n')}

## Other rules

${table(otherRules)}

## Settings

${Object.entries(everySetting)
  .map(([name, asks]) => `- \`${name}\`: ${asks}`)
  .join('\n')}
`
}

function table(rows: Row[]): string {
  const cells = rows.map(row => [row.number, row.asks, row.kept, row.state ?? '–', shownBy(row)])
  return [['control', 'asks', 'kept by', 'software today', 'shown by'], Array(5).fill('---'), ...cells]
    .map(row => `| ${row.join(' | ')} |`)
    .join('\n')
}

function shownBy({ tests = {}, settings = [], note }: Row): string {
  const lines = [
    ...Object.keys(tests).map(file => `\`${file}\``),
    ...(settings.length > 0 ? [settings.map(name => `\`${name}\``).join(', ')] : []),
    ...(note === undefined ? [] : [note]),
  ]
  return lines.map(line => line.replaceAll('|', '\\|')).join('<br>')
}
