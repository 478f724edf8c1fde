import { createHash } from 'node:crypto'

import {
  languagesOf,
  type Branding,
  type ScreenBranding,
  type SettingsForScreens,
} from '@ekyc/contract/branding'
import { languageCodes, type Language } from '@ekyc/contract/languages'
import { dialled } from '@ekyc/contract/rules'

import { brandColours, readableShadeOnDark } from './brand-colours.ts'
import { immutableCacheControl, staticAnswer, type StaticAnswer } from './static-files.ts'

export function brandFiles(branding: Branding, settings: SettingsForScreens): Record<string, StaticAnswer> {
  const { logo, logoInDark, files } = logoAndFontFiles(branding)
  const { touchIcon, font: _inStyles, sms: _forPhones, ...forScreens } = branding
  const screens: ScreenBranding = { ...forScreens, logo, logoInDark, ...settings }
  return {
    ...files,
    ...(touchIcon ? { [touchIconPath]: pictureIn(touchIcon) } : {}),
    '/branding.json': staticAnswer(JSON.stringify(screens), typed('application/json')),
    '/brand.css': staticAnswer(brandStyles(branding), typed('text/css')),
    '/icon.svg': staticAnswer(icon(branding, { corner: 96 }), picture),
    '/icon-maskable.svg': staticAnswer(icon(branding, { corner: 0 }), picture),
    '/manifest.webmanifest': staticAnswer(
      JSON.stringify(manifest(branding)),
      typed('application/manifest+json'),
    ),
  }
}

/** Returns the branding that is written into the page itself, so that the log-in needs no further file. */
export function brandPlaceholders(branding: Branding, language: Language): Record<string, string> {
  const { bankName, productName, promises, support, notice } = {
    ...branding,
    ...branding.inLanguages?.[language],
  }
  const languages = languagesOf(branding)
  const { logo, logoInDark } = logoAndFontFiles(branding)
  const { brand, brandInDark = brand } = branding.colours
  return {
    languages: languages.join(' '),
    ...Object.fromEntries(languageCodes.map(code => [code, languages.includes(code) ? code : ''])),
    bankName,
    productName,
    promises: promises ? JSON.stringify(promises) : '',
    ...Object.fromEntries([0, 1, 2].map(at => [`promise${at}`, promises?.[at] ?? ''])),
    supportPhone: support?.phone ?? '',
    supportDialled: dialled(support?.phone ?? ''),
    supportWhatsApp: dialled(support?.whatsApp ?? '').replace('+', ''),
    supportHours: support?.hours ?? '',
    notice: notice ?? '',
    logo,
    logoInDark,
    brandColour: brand,
    brandColourInDark: brandInDark,
    brandStyles: brandStyles(branding).trim(),
    addressLookup: branding.addressLookup,
  }
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)
}

function typed(type: string): Record<string, string> {
  return { 'content-type': `${type}; charset=utf-8` }
}

/** The path of an icon that iOS requests by itself. iOS does not support SVG icons. */
const touchIconPath = '/apple-touch-icon.png'
const picture = { ...typed('image/svg+xml'), 'cache-control': 'public, max-age=3600' }

/** The CSS contains no quotes, because the page would escape them. */
function brandStyles(branding: Branding): string {
  const { colours, cornerRadius, font } = branding
  const { brand, brandInDark } = colours
  const corner = cornerRadius === undefined ? '' : ` --corner: ${cornerRadius}px;`
  const letters = font ? ' --brand-font: brand, system-ui;' : ''
  const inDark =
    brandInDark && `${colourValues(brandInDark)} --brand-ink-in-dark: ${readableShadeOnDark(brandInDark)};`
  const dark = inDark ? `@media (prefers-color-scheme: dark) { :root { ${inDark} } }\n` : ''
  // A variable font has bold letters of its own. For any other font, the browser makes the bold letters itself.
  const weights = font?.isVariable ? ' font-weight: 100 900;' : ''
  const source = `src: url(${logoAndFontFiles(branding).font}); font-display: swap;${weights}`
  const face = font ? `@font-face { font-family: brand; ${source} }\n` : ''
  return `:root { ${colourValues(brand)}${corner}${letters} }\n${dark}${face}`
}

function colourValues(hex: string): string {
  const { brand, onBrand, brandDeep, brandInk } = brandColours(hex)
  return `--brand: ${brand}; --on-brand: ${onBrand}; --brand-deep: ${brandDeep}; --brand-shade: ${brandInk};`
}

/**
 * Makes separate files of the logos and the font, because a logo as a data: URI would be in the page three times. The
 * icon replaces a missing logo, and the light logo replaces a missing dark logo.
 */
function logoAndFontFiles({ logo, logoInDark, font }: Branding) {
  const light = logoFile('/logo', logo)
  const dark = logoFile('/logo-in-dark', logoInDark ?? '')
  const letters = font && keptFile('/font', Buffer.from(font.base64, 'base64'), 'font/woff2')
  const address = light.address || '/icon.svg'
  return {
    logo: address,
    logoInDark: dark.address || address,
    font: letters?.address ?? '',
    files: { ...light.files, ...dark.files, ...letters?.files },
  }
}

function logoFile(path: string, logo: string): KeptFile {
  const [, type = '', encoding, data = ''] = /^data:([^;,]+)([^,]*),(.*)$/s.exec(logo) ?? []
  if (!data) return { address: logo, files: {} }
  const isBase64 = encoding?.endsWith(';base64')
  return keptFile(path, isBase64 ? Buffer.from(data, 'base64') : Buffer.from(decodeURIComponent(data)), type)
}

type KeptFile = { address: string; files: Record<string, StaticAnswer> }

function keptFile(path: string, bytes: Buffer, type: string): KeptFile {
  const version = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
  const answer = staticAnswer(bytes, { 'content-type': type, 'cache-control': immutableCacheControl })
  return { address: `${path}?${version}`, files: { [path]: answer } }
}

function pictureIn(dataUri: string): StaticAnswer {
  const bytes = Buffer.from(dataUri.slice(dataUri.indexOf(',') + 1), 'base64')
  return staticAnswer(bytes, { ...picture, 'content-type': 'image/png' })
}

/** A maskable icon has no rounded corners. In both kinds of icon, the initials stay inside the safe zone. */
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
