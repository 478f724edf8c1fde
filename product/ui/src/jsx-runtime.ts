import type { ElementType, Key, ReactElement } from 'react'
import { Fragment, jsx as reactJsx } from 'react/jsx-runtime'

import { englishParts } from './untranslated.ts'

export { Fragment, jsx as jsxs }

type Props = Readonly<Record<string, unknown>>

/** Creates an element as React does, and marks its untranslated texts as English. */
export function jsx(type: ElementType, props: Props, key?: Key): ReactElement {
  return reactJsx(type, withLang(type, props), key)
}

/**
 * Adds `lang` to the props of an element if its whole text is English. Otherwise wraps each English part in a span. An
 * element with an `aria-label` gets no `lang`, because the label and the text must have the same language. Components
 * stay unchanged, because they pass their texts on to elements.
 */
export function withLang(type: unknown, props: Props): Props {
  const isElement = typeof type === 'string'
  if (!isElement && type !== Fragment) return props
  const [before, english, after] = englishParts(props['children'])
  return isElement && english && !before && !after && !('aria-label' in props)
    ? { lang: 'en', ...props, children: english }
    : { ...props, children: withSpans(props['children']) }
}

function withSpans(content: unknown): unknown {
  if (Array.isArray(content)) return content.map(withSpans)
  const parts = englishParts(content)
  if (parts.length < 2) return content
  return parts.map((part, index) =>
    index % 2 === 0 ? part : reactJsx('span', { lang: 'en', children: part }, index),
  )
}
