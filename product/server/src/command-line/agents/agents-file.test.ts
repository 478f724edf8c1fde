import { expect, test } from 'vitest'

import { readAgentsFile } from './agents-file.ts'

const read = (text: string) => readAgentsFile(Buffer.from(text)).lines

test('columns come in any order, and those that are not needed may be left out', () => {
  expect(read('Roles, NAME ,mobile\nA;B,Asha,9000000001\n,Ravi,9000000002')).toMatchObject([
    { line: 2, details: { mobile: '9000000001', name: 'Asha', email: '', roles: ['A', 'B'] } },
    { line: 3, details: { mobile: '9000000002', name: 'Ravi', roles: ['DBS_AGENT'] } },
  ])
})

test.each([
  ['', 'The file is empty.'],
  ['mobile,name\n', 'The file has a head and no agents.'],
  ['mobile;name\n9000000001;Asha', 'separated by semicolons'],
  ['mobile\tname\n9000000001\tAsha', 'separated by tabs'],
  ['mobile,name,password\n9000000001,Asha,secret', "names a column 'password'"],
  ['mobile,name,name\n9000000001,Asha,Asha', "the column 'name' twice"],
  ['mobile,email\n9000000001,a@b.in', "must name a column 'name'"],
  ['9000000001,Asha', "names a column '9000000001'"],
])('%j is refused as a whole', (text, sentence) => {
  expect(() => read(text)).toThrow(sentence)
})

test('a file in another encoding is refused, not guessed', () => {
  expect(() => readAgentsFile(Buffer.from('mobile,name\n9000000001,Ren\u00e9', 'latin1'))).toThrow(
    'not UTF-8',
  )
})
