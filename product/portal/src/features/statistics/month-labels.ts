import { monthName } from './month-name.ts'

const gap = 4

/**
 * Returns the label of each month for bands of this width in pixels: the short name, else its letters, else letters for
 * every other month, the newest among them. The same month is twice as wide in some scripts as in others.
 */
export function monthLabels(months: readonly string[], band: number, widthOf = drawnWidths()): string[] {
  const fit = (labels: string[]) => labels.every(label => widthOf(label) + gap <= band)
  const short = months.map(month => monthName(month, 'short'))
  if (fit(short)) return short
  const letters = months.map(month => monthName(month, 'narrow'))
  if (fit(letters)) return letters
  return letters.map((label, index) => ((months.length - 1 - index) % 2 === 0 ? label : ''))
}

/** Measures texts in the size that bar-graph.module.css gives the months. A browser that draws nothing has no widths. */
function drawnWidths(): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return () => 0
  context.font = `12px ${getComputedStyle(document.body).fontFamily}`
  return text => context.measureText(text).width
}
