/** The contrast that WCAG 2.2 AA asks of text. */
const readable = 4.5
const darkestStep = 50

type Colour = [number, number, number]

/** Returns the colour, or its nearest darker shade, on which white text reaches AA. */
export function readableShade(hex: string): string {
  const colour = toColour(hex)
  let shade = colour
  for (let step = 0; step <= darkestStep && contrastWithWhite(shade) < readable; step += 1)
    shade = colour.map(part => Math.round(part * (1 - step / darkestStep))) as Colour
  return toHex(shade)
}

/** Computes the contrast ratio of WCAG 2.2. */
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
