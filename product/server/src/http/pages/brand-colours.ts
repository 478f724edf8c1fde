/** The contrast ratio that WCAG 2.2 AA requires for text. */
const readable = 4.5
/** The contrast ratio for links on white. It leaves a margin for links on pale tints of the bank's colour. */
const readableOnWash = 5.4
const steps = 50
/** The background of the dark scheme, and the bank colour's share (0 to 1) in its tint (product/ui/src/theme.css). */
const darkPaper: Colour = [27, 35, 44]
const darkWashShare = 0.28
const white: Colour = [255, 255, 255]
const ink: Colour = [22, 32, 44]
const black: Colour = [0, 0, 0]

type Colour = [number, number, number]

type BrandColours = {
  brand: string
  onBrand: string
  /** The other end of a gradient from `brand`, with more contrast, so that text on the gradient stays readable. */
  brandDeep: string
  /** The colour of links and outlines on a white background: the bank's colour, or its nearest readable shade. */
  brandInk: string
}

export function brandColours(hex: string): BrandColours {
  const brand = toColour(hex)
  const onBrand = [white, ink].find(text => contrast(text, brand) >= readable) ?? black
  return {
    brand: hex,
    onBrand: toHex(onBrand),
    brandDeep: toHex(mix(brand, onBrand === white ? black : white, 0.2)),
    brandInk: toHex(readableShade(brand)),
  }
}

export function readableShadeOnDark(hex: string): string {
  const brand = toColour(hex)
  const grounds = [darkPaper, mix(darkPaper, brand, darkWashShare)]
  return toHex(nearestShade(brand, white, shade => grounds.every(one => contrast(shade, one) >= readable)))
}

function readableShade(colour: Colour): Colour {
  return nearestShade(colour, black, shade => contrast(shade, white) >= readableOnWash)
}

function nearestShade(colour: Colour, towards: Colour, isReadable: (shade: Colour) => boolean): Colour {
  let shade = colour
  for (let step = 1; step <= steps && !isReadable(shade); step += 1)
    shade = mix(colour, towards, step / steps)
  return shade
}

/** WCAG 2.2 defines this contrast ratio. */
function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map(part => {
    const value = part / 255
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function mix(colour: Colour, other: Colour, share: number): Colour {
  return colour.map((part, at) => Math.round(part + ((other[at] ?? 0) - part) * share)) as Colour
}

function toColour(hex: string): Colour {
  return [1, 3, 5].map(start => Number.parseInt(hex.slice(start, start + 2), 16)) as Colour
}

function toHex(colour: Colour): string {
  return `#${colour.map(part => part.toString(16).padStart(2, '0')).join('')}`
}
