import type { ElementType, Key, ReactElement } from 'react'
import { Fragment, jsxDEV as reactJsx } from 'react/jsx-dev-runtime'

import { withLang } from './jsx-runtime.ts'

export { Fragment }

/** Does in development and in tests what jsx-runtime.ts does. */
export function jsxDEV(
  type: ElementType,
  props: Record<string, unknown>,
  key: Key | undefined,
  isStatic: boolean,
): ReactElement {
  return reactJsx(type, withLang(type, props), key, isStatic)
}
