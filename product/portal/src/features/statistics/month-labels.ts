import { monthName } from './month-name.ts'

const gap = 4

/**
 * Returns the labels of the months if each month is `band` pixels wide in the graph. The labels are the short names if
 * all of them fit, otherwise the initials. If the initials do not fit, every other month has its initial, including the
 * newest month. A month's name is twice as wide in some scripts as in others.
 */
export function monthLabels(months: readonly string[], band: number, widthOf = drawnWidths()): string[] {
  const fit = (labels: string[]) => labels.every(label => widthOf(label) + gap <= band)
  const short = months.map(month => monthName(month, 'short'))
  if (fit(short)) return short
  const letters = months.map(month => monthName(month, 'narrow'))
  if (fit(letters)) return letters
  return letters.map((label, index) => ((months.length - 1 - index) % 2 === 0 ? label : ''))
}

/**
 * Returns a function that measures the width of a text in pixels, in the font size that bar-graph.module.css sets for
 * the months. In a browser without a canvas, the function returns 0.
 */
function drawnWidths(): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return () => 0
  context.font = `12px ${getComputedStyle(document.body).fontFamily}`
  return text => context.measureText(text).width
}
