import { renderToString } from 'react-dom/server'

import { Portal } from './app/portal.tsx'

/** The log-in's HTML, with places for the bank's face; made at build time. */
export function prerender(): string {
  return renderToString(<Portal />)
}
