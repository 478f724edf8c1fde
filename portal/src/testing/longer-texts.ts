import { setTranslation, texts as english, type Catalogue } from '../texts/t.ts'

/** A language nobody speaks: each text of the catalogue in brackets and longer by 40 %. Stands in for texts/t.ts. */
const translation: Record<string, string> = {}
setTranslation(translation)

export function texts<const C extends Catalogue>(slice: C): ReturnType<typeof english<C>> {
  for (const [key, text] of Object.entries(slice)) translation[key] = longer(text)
  return english(slice)
}

/**
 * The English stays legible in front: it is how a test finds its way. What is added is words as long as German ones.
 */
function longer(text: string): string {
  const more = 'ó'.repeat(Math.ceil(text.length * 0.4) - 1)
  return `[${text}${more.replace(/ó{14}(?=ó)/g, '$& ')}]`
}
