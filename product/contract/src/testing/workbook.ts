import { deflateRawSync } from 'node:zlib'

type Entry = { name: string; content: string | Buffer; method?: number; claims?: number }

/** Writes a zip archive. `claims` is the size that an entry states instead of its true size, in bytes. */
export function zip(entries: Entry[]): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, method = 8, claims } of entries) {
    const [path, plain] = [Buffer.from(name), Buffer.from(content)]
    const packed = method === 8 ? deflateRawSync(plain) : plain
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(method, 4)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(claims ?? plain.length, 18)
    shared.writeUInt16LE(path.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, path, packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), shared, place, path)
    parts.push(local)
    at += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(at, 12)
  return Uint8Array.from(Buffer.concat([...parts, central, Buffer.from('PK\x05\x06'), end]))
}

const relations = (inner: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`
const ofSheet = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Writes a workbook of two sheets. `rows` is the XML of the first sheet's rows. */
export function workbook(
  rows: string,
  more: Entry[] = [],
  sheet: Partial<Entry> = {},
): Uint8Array<ArrayBuffer> {
  return zip([
    ...more,
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns:r="${ofSheet}"><sheets><sheet name="First" sheetId="1" r:id="r1"/><sheet name="Second" sheetId="2" r:id="r2"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations(
        ['1', '2']
          .map(
            n => `<Relationship Id="r${n}" Type="${ofSheet}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
          )
          .join(''),
      ),
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      ...sheet,
    },
    { name: 'xl/worksheets/sheet2.xml', content: '<worksheet><sheetData/></worksheet>' },
  ])
}
