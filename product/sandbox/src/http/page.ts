import { readFileSync } from 'node:fs'

/** Returns `pages/NAME.html` in the layout of all pages. `values` has the HTML for each {{placeholder}} of the file. */
export function page(name: string, title: string, values: Record<string, string> = {}): string {
  return filled('layout', { title, body: filled(name, values) })
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, character => entities[character] ?? '')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function filled(name: string, values: Record<string, string>): string {
  const file = new URL(`pages/${name}.html`, import.meta.url)
  return readFileSync(file, 'utf8').replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => values[key] ?? '')
}
