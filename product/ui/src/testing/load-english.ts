import { setTexts, type Texts } from '../t.ts'

/** Loads an app's English texts, also for modules that a test imports anew. */
export function loadEnglish(english: Texts): void {
  setTexts(english)
  if (typeof document === 'undefined') return
  const block = document.createElement('script')
  Object.assign(block, { id: 'texts', type: 'application/json', textContent: JSON.stringify(english) })
  document.head.append(block)
}
