/**
 * Returns the path of an Interface element, relative to the service's own origin: '/rd/capture' from 'rd/capture',
 * '\rd\capture', ' /rd/capture', '127.0.0.1:11101/rd/capture', '/127.0.0.1:11101/rd/capture' or
 * 'http://localhost:11101/rd/capture'. Drops host and port: the client calls the service that it asked. Undefined
 * without a path, or with a host that is not this computer.
 */
export function servicePath(named: string): string | undefined {
  const text = named.replace(/[^!-\ufffd]/g, '').replace(/\\/g, '/')
  if (text === '' || text.length > maxLength) return undefined

  const [, slashes = '', scheme, rest = ''] = /^(\/*)(https?:\/\/)?(.*)$/i.exec(text) ?? []
  const [first = '', ...others] = rest.split('/')
  const isAuthority = scheme !== undefined || /[:@]/.test(first) || loopback.test(first)
  // URL parsers read '//host.example/path' as a host, while '//rd/capture' only has one slash too many.
  const looksForeign = slashes.length > 1 && first.includes('.')
  if ((isAuthority || looksForeign) && !loopback.test(first)) return undefined

  const path = (isAuthority ? others : [first, ...others]).join('/').replace(/^\/+/, '')
  return normalised(path)
}

const maxLength = 256
const loopback = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i

function normalised(path: string): string | undefined {
  const { pathname, search } = new URL(`http://127.0.0.1/${path}`)
  return pathname === '/' ? undefined : pathname + search
}
