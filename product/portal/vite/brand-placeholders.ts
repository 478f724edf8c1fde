import type { Plugin } from 'vite'

/** The page's tags and their replacements. The server fills in the placeholders `{{name}}` when the server starts. */
const placeholders: [before: string, after: string][] = [
  [
    '<meta charset="utf-8" />',
    '<meta charset="utf-8" />\n    <meta http-equiv="Content-Security-Policy" content="{{policy}}" />',
  ],
  ['<title>Agent eKYC</title>', '<title>{{productName}}</title>'],
  [
    '<link rel="stylesheet" href="/brand.css" />',
    '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="{{brandColourInDark}}" />\n    <meta name="theme-color" content="{{brandColour}}" />\n    <style>{{brandStyles}}</style>',
  ],
  [
    '<div id="root">',
    '<div id="root" data-languages="{{languages}}" data-bank-name="{{bankName}}" data-product-name="{{productName}}" data-promises="{{promises}}" data-logo-in-dark="{{logoInDark}}" data-logo="{{logo}}">',
  ],
]

export function brandPlaceholders(): Plugin {
  return {
    name: 'brand-placeholders',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: html => placeholders.reduce((page, [before, after]) => replaceOnce(page, before, after), html),
    },
  }
}

/** Replaces `before` with `after` literally (String.replace() would interpret `$&` in `after`). Throws if absent. */
export function replaceOnce(text: string, before: string | RegExp, after: string): string {
  let times = 0
  const result = text.replace(before, () => {
    times += 1
    return after
  })
  if (times !== 1) throw new Error(`The page has no place for ${after.slice(0, 60)}: ${before} is missing.`)
  return result
}
