import type { Plugin } from 'vite'

import { replaceOnce } from './replace-once.ts'

/** Where the server writes the bank's face into the page: `{{name}}`, filled at its start. */
const places: [before: string, after: string][] = [
  ['<title>Agent eKYC</title>', '<title>{{productName}}</title>'],
  [
    '<link rel="stylesheet" href="/brand.css" />',
    '<meta name="theme-color" content="{{brandColour}}" />\n    <style>{{brandStyles}}</style>',
  ],
  [
    '<div id="root">',
    '<div id="root" data-bank-name="{{bankName}}" data-product-name="{{productName}}" data-logo="{{logo}}">',
  ],
]

/** While developing, the page asks for /brand.css and /branding.json instead. */
export function brandPlaces(): Plugin {
  return {
    name: 'brand-places',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: html => places.reduce((page, [before, after]) => replaceOnce(page, before, after), html),
    },
  }
}
