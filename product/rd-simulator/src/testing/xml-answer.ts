import { DOMParser, onWarningStopParsing, type Element } from '@xmldom/xmldom'

/** Returns the first element of this local name in an answer, whatever its prefix. */
export function elementOf(xml: string, name: string): Element {
  const root = rootOf(xml)
  const found = root.localName === name ? root : root.getElementsByTagNameNS('*', name)[0]
  if (!found) throw new Error(`There is no ${name} in ${xml.slice(0, 200)}`)
  return found
}

export function rootOf(xml: string): Element {
  const root = new DOMParser({ onError: onWarningStopParsing }).parseFromString(
    xml,
    'text/xml',
  ).documentElement
  if (!root) throw new Error('There is no root')
  return root
}

export function textOf(xml: string, name: string): string {
  return (elementOf(xml, name).textContent ?? '').replaceAll(/\s/g, '')
}

export function paramsOf(xml: string): Record<string, string> {
  return Object.fromEntries(
    [...rootOf(xml).getElementsByTagNameNS('*', 'Param')].map(param => [
      param.getAttribute('name') ?? '',
      param.getAttribute('value') ?? '',
    ]),
  )
}
