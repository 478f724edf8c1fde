import { readFileSync } from 'node:fs'

import { Branding } from '@ekyc/contract/branding'
import { Value } from 'typebox/value'

export type { Branding } from '@ekyc/contract/branding'

/** @throws with every field that is wrong, so that a bank mends its file in one go */
export function readBranding(path: string): Branding {
  const problems: string[] = []
  const branding = parse(path, problems)
  if (problems.length > 0)
    throw new Error(`The branding file ${path} cannot be used: ${problems.join('; ')}.`)
  return branding
}

function parse(path: string, problems: string[]): Branding {
  try {
    const file: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (Value.Check(Branding, file)) return file
    for (const { instancePath, message } of Value.Errors(Branding, file))
      problems.push(`${instancePath.slice(1).replaceAll('/', '.') || 'the file'} ${message}`)
  } catch (error) {
    problems.push(error instanceof Error ? error.message : 'it cannot be read')
  }
  return {} as Branding
}

const readable = 4.5
const darkestStep = 50

type Colour = [number, number, number]

/**
 * The brand's colour as the theme uses it, under white text: as it is where that reaches WCAG AA, else the nearest
 * darker shade that does.
 */
export function brandStyles({ colours }: Branding): string {
  const brand = toColour(colours.brand)
  let shade = brand
  for (let step = 0; step <= darkestStep && contrastWithWhite(shade) < readable; step += 1)
    shade = brand.map(part => Math.round(part * (1 - step / darkestStep))) as Colour
  return `:root { --brand: ${toHex(shade)}; --on-brand: #fff; }\n`
}

/** WCAG 2.2 contrast ratio. */
function contrastWithWhite(colour: Colour): number {
  return 1.05 / (luminance(colour) + 0.05)
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map(part => {
    const value = part / 255
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function toColour(hex: string): Colour {
  return [1, 3, 5].map(start => Number.parseInt(hex.slice(start, start + 2), 16)) as Colour
}

function toHex(colour: Colour): string {
  return `#${colour.map(part => part.toString(16).padStart(2, '0')).join('')}`
}
