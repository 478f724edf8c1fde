import { expect, test } from 'vitest'

import { parseStrictXml } from './read-xml.ts'
import { canonicalXml } from './signed-xml.ts'

const dsig = 'http://www.w3.org/2000/09/xmldsig#'

function forms(text: string): [inclusive: string, exclusive: string] | undefined {
  const root = parseStrictXml(text)
  return root && [canonicalXml(root, false), canonicalXml(root, true)]
}

test.each([
  [
    'a declaration and self-closing tags',
    `<?xml version='1.0' encoding="utf-8"?>\n<a><b c='"'/></a>\n`,
    '<a><b c="&quot;"></b></a>',
  ],
  ['comments, which are left out', '<!-- 1 --><a>1<!-- < & ]]> -->2<!----></a><!---->', '<a>12</a>'],
  ['sections', '<a><![CDATA[<b>&amp;\r\n]]]]><![CDATA[>]]></a>', '<a>&lt;b&gt;&amp;amp;\n]]&gt;</a>'],
  ['ends of lines', '<a>1\r\n2\r3\n\r\n4&#13;\n</a>', '<a>1\n2\n3\n\n4&#xD;\n</a>'],
  [
    'white space in values',
    '<a b="1\r\n2\t3\n4&#10;5&#xD;6&#9;7"/>',
    '<a b="1 2 3 4&#xA;5&#xD;6&#x9;7"></a>',
  ],
  ['references', '<a>&lt;&gt;&amp;&quot;&apos;&#65;&#x1F44D;&#0065;</a>', `<a>&lt;&gt;&amp;"'A👍A</a>`],
  ['attributes in any order', '<a c="3" b = "2"\n a\t=\'1\' />', '<a a="1" b="2" c="3"></a>'],
  ['other scripts', '<a b="मंत्र 👍">é</a>', '<a b="मंत्र 👍">é</a>'],
])('canonical form is written from %s', (_, text, canonical) => {
  expect(forms(text)).toEqual([canonical, canonical])
})

// These forms follow Canonical XML 1.0 and Exclusive XML Canonicalization 1.0. xmlsec1 writes the same forms.
test.each([
  [
    'declarations that are not used',
    '<a xmlns:z="urn:z" xmlns:y="urn:y"><y:b xmlns:z="urn:z" xmlns="urn:d"/></a>',
    '<a xmlns:y="urn:y" xmlns:z="urn:z"><y:b xmlns="urn:d"></y:b></a>',
    '<a><y:b xmlns:y="urn:y"></y:b></a>',
  ],
  [
    'a default namespace that ends',
    '<a xmlns="urn:a"><b xmlns=""><c/></b><d xmlns="urn:a"/></a>',
    '<a xmlns="urn:a"><b xmlns=""><c></c></b><d></d></a>',
    '<a xmlns="urn:a"><b xmlns=""><c></c></b><d></d></a>',
  ],
  [
    'a prefix that is bound again',
    '<p:a xmlns:p="urn:1"><p:b xmlns:p="urn:2"><p:c xmlns:p="urn:1"/></p:b></p:a>',
    '<p:a xmlns:p="urn:1"><p:b xmlns:p="urn:2"><p:c xmlns:p="urn:1"></p:c></p:b></p:a>',
    '<p:a xmlns:p="urn:1"><p:b xmlns:p="urn:2"><p:c xmlns:p="urn:1"></p:c></p:b></p:a>',
  ],
  [
    'attributes of namespaces, which follow those without one',
    '<a xmlns:p="urn:2" xmlns:q="urn:1" p:a="1" q:z="2" z="3" B="4" a="5"/>',
    '<a xmlns:p="urn:2" xmlns:q="urn:1" B="4" a="5" z="3" q:z="2" p:a="1"></a>',
    '<a xmlns:p="urn:2" xmlns:q="urn:1" B="4" a="5" z="3" q:z="2" p:a="1"></a>',
  ],
])('canonical form has %s', (_, text, inclusive, exclusive) => {
  expect(forms(text)).toEqual([inclusive, exclusive])
})

const malformed = [
  '', ' ', 'a', '<', '<a', '<a>', '</a>', '<a></b>', '<a/><a/>', '<a/>x', 'x<a/>', '<a/>&#32;',
  '<a><b></a></b>', '<a b="1" b="2"/>', '<a b=1/>', '<a b/>', '<a b="1"c="2"/>', '<a b="<"/>', '<a b="1/>',
  '<a / >', '< a/>', '<1/>', '<a b:c:d="1"/>', '<a>&</a>', '<a>&x;</a>', '<a>&amp</a>', '<a>&AMP;</a>',
  '<a>&#;</a>', '<a>&#x;</a>', '<a>&#X41;</a>', '<a>&#65</a>', '<a b="&"/>', '<a>&#0;</a>', '<a>&#8;</a>',
  '<a>&#xD800;</a>', '<a>&#xFFFE;</a>', '<a>&#x110000;</a>', '<a>\u0000</a>', '<a>\uFFFF</a>',
  '<a>\uD800</a>', '<a>]]></a>', '<a><![CDATA[</a>', '<a><![cdata[x]]></a>', '<![CDATA[x]]><a/>',
  '<![CDATA[ ]]><a/>', '<a><![CDATA[]]>x]]></a>', '<a><!-- -- --></a>', '<a><!-- ---></a>', '<a><!--</a>',
  '<p:a/>', '<a p:b="1"/>', '<a xmlns:p=""/>', '<a xmlns:p="urn:1" xmlns:q="urn:1" p:b="1" q:b="2"/>',
  '<a xmlns="u" xmlns="u"/>', `<a xmlns:p="http://www.w3.org/XML/1998/namespace"/>`,
  '<a xmlns="http://www.w3.org/2000/xmlns/"/>', '<a xmlns:xmlns="u"/>', '<!DOCTYPE a><a/>',
  '<!doctype a><a/>', '<!ENTITY x "y"><a/>', '<a><!ELEMENT a ANY></a>', '<?xml version="1.1"?><a/>',
  '<?xml?><a/>', ' <?xml version="1.0"?><a/>', '<?xml version="1.0" standalone="maybe"?><a/>',
  '<?xml version="1.0"encoding="a"?><a/>', '\uFEFF<a/>',
] // oxfmt-ignore

test.each(malformed)('what is not well-formed is refused: %j', text => {
  expect(parseStrictXml(text)).toBeUndefined()
})

test.each([
  ['a processing instruction', ['<?p x?><a/>', '<a><?p x?></a>', '<a/><?p x?>']],
  ['an attribute of the prefix xml', ['<a xml:lang="en"/>', '<a xml:space="preserve"/>']],
  [
    'a name that begins with xml',
    ['<a xmlnsb="1"/>', '<a xmlns:xml="http://www.w3.org/XML/1998/namespace"/>'],
  ],
  ['a name outside ASCII', ['<é/>', '<a é="1"/>', '<aé/>']],
  ['an end of a line of XML 1.1', ['<a>\u0085</a>', '<a b="\u2028"/>', '<a>&#x2029;</a>', '<a>&#133;</a>']],
  ['the sign of a lost character', ['<a>\uFFFD</a>', '<a b="&#xFFFD;"/>']],
  ['an empty section', ['<a><![CDATA[]]></a>', '<a><![CDATA[]]>x<![CDATA[y]]></a>']],
  ['white space in an end tag', ['<a></a >']],
  ['a namespace that needs escapes', ['<a xmlns="a&amp;b"/>', '<a xmlns:p="&#10;"/>']],
  ['a comment in the signature', [`<a><Signature xmlns="${dsig}"><!-- --></Signature></a>`]],
])('%s is refused, because no answer has it and readers disagree about it', (_, texts) => {
  for (const text of texts) expect(parseStrictXml(text)).toBeUndefined()
})

test('prefixes and names that JavaScript objects have are names as others', () => {
  const text =
    '<__proto__:constructor xmlns:__proto__="urn:1" toString="1" __proto__:valueOf="2"></__proto__:constructor>'
  expect(forms(text)).toEqual([text, text])
})

test.each([
  ['white space in a tag', `<a${' '.repeat(1_000_000)}<`],
  ['attributes', `<a ${'b="" '.repeat(200_000)}<`],
  ['a value', `<a b="${'&#65;'.repeat(200_000)}`],
  ['a name', `<${'a'.repeat(1_000_000)}`],
  ['white space in a declaration', `<?xml version="1.0"${' '.repeat(1_000_000)}`],
  ['ampersands', `<a>${'&'.repeat(1_000_000)}`],
  ['hyphens', `<!--${'- '.repeat(500_000)}`],
])('a megabyte of %s is read, which takes many minutes in time that is not linear', (_, text) => {
  expect(parseStrictXml(text)).toBeUndefined()
})
