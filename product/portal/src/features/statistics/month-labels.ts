import { monthName } from './month-name.ts'

const gap = 4

/**
 * Returns the label of each month for bands of this width in pixels: the short name; if it does not fit, its initial;
 * if that does not fit, an initial for every other month, including the newest. The same month is twice as wide in some
 * scripts as in others.
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
 * Measures texts in the font size of the months in bar-graph.module.css. A browser without a canvas gives no widths.
 */
function drawnWidths(): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return () => 0
  context.font = `12px ${getComputedStyle(document.body).fontFamily}`
  return text => context.measureText(text).width
}
