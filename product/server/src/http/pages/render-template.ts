/**
 * Replaces each placeholder `{{name}}` by its escaped value. If the value is empty, `{{name|markup}}` becomes the
 * markup. An unknown placeholder is an error, because it means that page and server are of different versions.
 */
export function renderTemplate(html: string, values: Record<string, string>): string {
  return html.replaceAll(/\{\{(\w+)(?:\|([^}]*))?\}\}/g, (place, name: string, usual?: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`The portal's page has a place that nothing fills: ${place}.`)
    return escapeHtml(value) || (usual ?? '')
  })
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)
}
