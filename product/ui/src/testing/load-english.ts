import { setTexts, type Texts } from '../texts/t.ts'

/** The texts are also in the page, for modules that a test imports again. */
export function loadEnglish(english: Texts): void {
  setTexts(english)
  if (typeof document === 'undefined') return
  const block = document.createElement('script')
  Object.assign(block, { id: 'texts', type: 'application/json', textContent: JSON.stringify(english) })
  document.head.append(block)
}
