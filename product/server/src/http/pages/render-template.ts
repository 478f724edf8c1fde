/**
 * Replaces each placeholder `{{name}}` by its escaped value. If the value is empty, `{{name|markup}}` becomes the
 * markup, and the markup between `{{#name}}` and `{{/name}}` goes. An unknown placeholder is an error, because it means
 * that page and server are of different versions.
 */
export function renderTemplate(html: string, values: Record<string, string>): string {
  const valueOf = (name: string, place: string): string => {
    const value = values[name]
    if (value === undefined) throw new Error(`The portal's page has a place that nothing fills: ${place}.`)
    return value
  }
  const withoutEmpty = (markup: string): string =>
    markup.replaceAll(/\{\{#(\w+)\}\}(.*?)\{\{\/\1\}\}/gs, (_, name: string, part: string) =>
      valueOf(name, `{{#${name}}}`) ? withoutEmpty(part) : '',
    )
  return withoutEmpty(html).replaceAll(
    /\{\{(\w+)(?:\|([^}]*))?\}\}/g,
    (place, name: string, usual?: string) => escapeHtml(valueOf(name, place)) || (usual ?? ''),
  )
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)
}
