import type { Plugin } from 'vite'

import { replaceOnce } from './replace-once.ts'

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
