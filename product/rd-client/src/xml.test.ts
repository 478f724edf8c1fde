import { expect, test } from 'vitest'

import { maxAnswerBytes } from './exchange.ts'
import { RdError } from './rd-error.ts'
import { bytesOf } from './testing/device-answers.ts'
import { elementsNamed, onlyElement, readXml, type XmlElement } from './xml.ts'

test('an element is found by its local name in any case, with its attributes and text', () => {
  const root =
    read(`<?xml version='1.0'?><ns:PidData xmlns:ns="urn:x" xmlns="urn:y"><ns:HMAC a:Ci='1'> &amp;&lt;&gt;&quot;&apos;&#65;&#x42;
</ns:HMAC><Data>1<![CDATA[<2&amp;>]]>3<!-- - --></Data></ns:PidData>`)
  expect(root.name).toBe('piddata')
  expect(root.attributes.size).toBe(0)
  expect(onlyElement(root, 'hmac')?.text).toBe(` &<>"'AB\n`)
  expect(onlyElement(root, 'hmac')?.attributes.get('ci')).toBe('1')
  expect(onlyElement(root, 'data')?.text).toBe('1<2&amp;>3')
})

test.each([
  ['a byte-order mark', '\ufeff<a/>'],
  ['blanks before the prolog', '\r\n \t<?xml version="1.0"?>\n<a/>'],
  ["the .NET writer's wrong declaration", '<?xml version="1.0" encoding="utf-16"?><a/>'],
  ['zero bytes behind the root', '<a/>\0\0\0'],
  ['text and tags behind the root', '<a></a></a> <b x=1> & HTTP/1.1 200'],
  ['a comment before the root', '<!-- <a> --><a/>'],
  ['blanks in the tags', '<a  b = "1"\n c\t=\t\'2\' ></a >'],
])('%s is accepted', (_name, text) => {
  expect(read(text).name).toBe('a')
})

test.each([
  ['a DOCTYPE', '<!DOCTYPE a [<!ENTITY x "y">]><a/>'],
  ['a second Resp behind the root', '<PidData><Resp errCode="730"/></PidData><Resp errCode="0"/>'],
  ['an entity that is not one of the five', '<a>&x;</a>'],
  ['a numeric reference to no character', '<a>&#0;</a>'],
  ['an attribute twice', '<a b="1" B="2"/>'],
  ['a zero byte inside', '<a>\0</a>'],
  ['crossed tags', '<a><b></a></b>'],
  ['an unclosed element', '<a><b></b>'],
  ['no XML', 'Not found'],
])('%s is refused', (_name, text) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ name: 'RdError', code: 'unreadable' }))
})

test.each([
  ['Latin-1 that nothing declares', [...bytesOf('<a>'), 0xe9, ...bytesOf('</a>')]],
  ['Latin-1 that is declared as UTF-8', latin1('<?xml encoding="UTF-8"?><a>\u00ae</a>')],
  ['an encoding that nobody knows', latin1('<?xml encoding="x-vendor"?><a>\u00ae</a>')],
  ['half a character of UTF-16', [0xff, 0xfe, ...Buffer.from('<a/>', 'utf16le').subarray(0, 7)]],
  ['overlong UTF-8', [...bytesOf('<a>'), 0xc0, 0xbc, ...bytesOf('</a>')]],
])('%s is refused', (_name, bytes) => {
  expect(() => readXml(Uint8Array.from(bytes))).toThrow(expect.objectContaining({ code: 'unreadable' }))
})

test.each([
  ['ISO-8859-1, as declared', latin1(`<?xml version='1.0' encoding='ISO-8859-1'?><a b="MFS100\u00ae"/>`)],
  ['Windows-1252, as declared', latin1('<?xml version="1.0" encoding="windows-1252"?><a b="MFS100\u00ae"/>')],
  ['UTF-16LE with its mark', [...Buffer.from('\ufeff<a b="MFS100\u00ae"/>', 'utf16le')]],
  ['UTF-16LE without', [...Buffer.from('<a b="MFS100\u00ae"/>', 'utf16le')]],
  ['UTF-16BE with its mark', [...Buffer.from('\ufeff<a b="MFS100\u00ae"/>', 'utf16le').swap16()]],
  ['UTF-16BE without', [...Buffer.from('<a b="MFS100\u00ae"/>', 'utf16le').swap16()]],
  ['UTF-8, declared as another', [...bytesOf('<?xml encoding="iso-8859-1"?><a b="MFS100\u00ae"/>')]],
])('%s is read', (_name, bytes) => {
  expect(readXml(Uint8Array.from(bytes)).attributes.get('b')).toBe('MFS100\u00ae')
})

test('two elements of a unique name are refused', () => {
  const root = read('<PidData><Resp/><x><Resp/></x></PidData>')
  expect(elementsNamed(root, 'resp')).toHaveLength(2)
  expect(() => onlyElement(root, 'resp')).toThrow(expect.objectContaining({ code: 'unreadable' }))
})

test('over 1 MiB, over-deep and over-many are refused', () => {
  expect(() => readXml(new Uint8Array(maxAnswerBytes + 1))).toThrow(
    expect.objectContaining({ code: 'too-large' }),
  )
  expect(() => read('<a>'.repeat(33) + '</a>'.repeat(33))).toThrow(RdError)
  expect(() => read(`<a>${'<b/>'.repeat(10_000)}</a>`)).toThrow(RdError)
})

function latin1(text: string): number[] {
  return [...Buffer.from(text, 'latin1')]
}

function read(text: string): XmlElement {
  return readXml(bytesOf(text))
}
