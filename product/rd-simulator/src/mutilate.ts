/** Returns the base64 of the same bytes with the last bit of the last byte flipped. */
export function bitFlipped(base64: string): string {
  const bytes = Buffer.from(base64, 'base64')
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
  return bytes.toString('base64')
}

export function huge(xml: string): string {
  const end = xml.lastIndexOf('</')
  return `${xml.slice(0, end)}<!--${' '.repeat(1_200_000)}-->${xml.slice(end)}`
}

/** Adds nine entities. Each one after the first contains the one before ten times. The last expands to 600 MB. */
export function entityBomb(xml: string): string {
  const levels = Array.from({ length: 9 }, (_, level) => {
    const inside = level === 0 ? 'finger' : `&e${level - 1};`.repeat(10)
    return `<!ENTITY e${level} "${inside}">`
  })
  const [prolog, root] = splitProlog(xml)
  return `${prolog}<!DOCTYPE PidData [${levels.join('')}]>${root.replace('errCode=', 'note="&e8;" errCode=')}`
}

/** Adds a second Resp before the first one. The added Resp reports a failed capture. */
export function respTwice(xml: string): string {
  return xml.replace(
    /<(\w+:)?Resp\b[^>]*>/,
    resp => resp.replace(/errCode=(["'])\d+\1/, 'errCode="730"') + resp,
  )
}

export function rootTwice(xml: string): string {
  const [prolog, root] = splitProlog(xml)
  return prolog + root + root
}

export function junkBehind(xml: string): string {
  return `${xml}<RD_SERVICE_ANDROID_PACKAGE="in.example.rdservice" />`
}

/** A text with markup. A page must show the markup literally. */
export const foreignScript = `<img src=x onerror="alert('device')"><script>alert(1)</script> {{7*7}} %s \u202Etxet ${'long '.repeat(400)}`

function splitProlog(xml: string): [prolog: string, root: string] {
  const prolog = /^\s*<\?xml[^>]*\?>\s*/.exec(xml)?.[0] ?? ''
  return [prolog, xml.slice(prolog.length)]
}
