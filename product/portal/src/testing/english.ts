import english from '../texts/en.ts'
import { setTexts } from '../texts/t.ts'

/** Loads the English texts, also for modules that a test imports anew. */
setTexts(english)
if (typeof document !== 'undefined') {
  const block = document.createElement('script')
  Object.assign(block, { id: 'texts', type: 'application/json', textContent: JSON.stringify(english) })
  document.head.append(block)
}
