import type { ElementType, Key, ReactElement } from 'react'
import { Fragment, jsxDEV as reactJsx } from 'react/jsx-dev-runtime'

import { withLang } from './jsx-runtime.ts'

export { Fragment }

/** Creates elements in development and in tests, as jsx-runtime.ts does in the build. */
export function jsxDEV(
  type: ElementType,
  props: Record<string, unknown>,
  key: Key | undefined,
  isStatic: boolean,
): ReactElement {
  return reactJsx(type, withLang(type, props), key, isStatic)
}
