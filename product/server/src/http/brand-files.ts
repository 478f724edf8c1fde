import { createHash } from 'node:crypto'

import { languagesOf, type ScreenBranding, type SettingsForScreens } from '@ekyc/contract/branding'

import type { Branding } from '../config/branding.ts'
import { brandColours } from './brand-colours.ts'
import { preparedAnswer, type PreparedAnswer } from './prepared-answer.ts'
import { escapeHtml } from './render-template.ts'

/** Returns the files that the server makes from the branding file at its start, by path. */
export function brandFiles(branding: Branding, settings: SettingsForScreens): Record<string, PreparedAnswer> {
  const { logo, files } = logoOf(branding)
  const { touchIcon, sms: _forPhones, ...forScreens } = branding
  const screens: ScreenBranding = { ...forScreens, logo, ...settings }
  return {
    ...files,
    ...(touchIcon ? { [touchIconPath]: pictureIn(touchIcon) } : {}),
    '/branding.json': preparedAnswer(JSON.stringify(screens), typed('application/json')),
    '/brand.css': preparedAnswer(brandStyles(branding), typed('text/css')),
    '/icon.svg': preparedAnswer(icon(branding, { corner: 96 }), picture),
    '/icon-maskable.svg': preparedAnswer(icon(branding, { corner: 0 }), picture),
    '/manifest.webmanifest': preparedAnswer(
      JSON.stringify(manifest(branding)),
      typed('application/manifest+json'),
    ),
  }
}

/** Returns the bank's files that the portal's screens load, and their contents. */
export function brandOfShell(branding: Branding): { paths: string[]; contents: string } {
  const { logo } = logoOf(branding)
  return { paths: ['/branding.json', logo], contents: JSON.stringify(branding) }
}

/** Returns the brand's values inside the page itself, so that the first paint has the bank's colours. */
export function brandPlaceholders(branding: Branding): Record<string, string> {
  return {
    languages: languagesOf(branding).join(' '),
    bankName: branding.bankName,
    productName: branding.productName,
    logo: logoOf(branding).logo,
    brandColour: branding.colours.brand,
    brandStyles: brandStyles(branding).trim(),
    addressLookup: branding.addressLookup,
  }
}

function typed(type: string): Record<string, string> {
  return { 'content-type': `${type}; charset=utf-8` }
}

/** iOS requests this path by itself and does not support SVG icons. */
const touchIconPath = '/apple-touch-icon.png'
const picture = { ...typed('image/svg+xml'), 'cache-control': 'public, max-age=3600' }
const immutable = 'public, max-age=31536000, immutable'

function brandStyles({ colours }: Branding): string {
  const { brand, onBrand, brandDeep, brandInk } = brandColours(colours.brand)
  return `:root { --brand: ${brand}; --on-brand: ${onBrand}; --brand-deep: ${brandDeep}; --brand-shade: ${brandInk}; }\n`
}

/**
 * Makes the logo a separate file: as a data: URI it would be in the page three times. Without a logo it returns the
 * icon.
 */
function logoOf({ logo }: Branding): { logo: string; files: Record<string, PreparedAnswer> } {
  const [, type = '', encoding, data = ''] = /^data:([^;,]+)([^,]*),(.*)$/s.exec(logo) ?? []
  if (!data) return { logo: logo || '/icon.svg', files: {} }
  const bytes = encoding?.endsWith(';base64')
    ? Buffer.from(data, 'base64')
    : Buffer.from(decodeURIComponent(data))
  const version = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
  return {
    logo: `/logo?${version}`,
    files: { '/logo': preparedAnswer(bytes, { 'content-type': type, 'cache-control': immutable }) },
  }
}

function pictureIn(dataUri: string): PreparedAnswer {
  const bytes = Buffer.from(dataUri.slice(dataUri.indexOf(',') + 1), 'base64')
  return preparedAnswer(bytes, { ...picture, 'content-type': 'image/png' })
}

/**
 * Draws initials on the bank's colour. A maskable icon has no rounded corners; both kinds stay inside the safe zone.
 */
function icon({ bankName, colours }: Branding, { corner }: { corner: number }): string {
  const { brand, onBrand } = brandColours(colours.brand)
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512">',
    `<rect width="512" height="512" rx="${corner}" fill="${brand}"/>`,
    `<text x="256" y="256" dy=".35em" text-anchor="middle" fill="${onBrand}" font-size="220" font-weight="700"`,
    ` font-family="system-ui,'Segoe UI',Roboto,'Noto Sans','Nirmala UI',sans-serif">${escapeHtml(initials(bankName))}</text>`,
    '</svg>',
  ].join('')
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map(word => word?.match(/\p{L}\p{M}*|\p{N}/u)?.[0] ?? '')
    .join('')
    .toUpperCase()
}

function manifest({ bankName, productName, touchIcon, colours }: Branding): object {
  const drawn = { type: 'image/svg+xml', sizes: 'any' }
  const painted = { type: 'image/png', sizes: '180x180' }
  const icons = [
    { src: '/icon.svg', purpose: 'any', ...drawn },
    { src: '/icon-maskable.svg', purpose: 'maskable', ...drawn },
    ...(touchIcon ? [{ src: touchIconPath, purpose: 'any', ...painted }] : []),
  ]
  return {
    id: '/',
    name: `${productName} · ${bankName}`,
    short_name: productName,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: colours.brand,
    background_color: '#f5f7f9',
    icons,
  }
}
