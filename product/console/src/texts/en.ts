import { ownTexts } from '@ekyc/ui/texts.ts'

import { agents } from './en/agents.ts'
import { frame } from './en/frame.ts'
import { pages } from './en/pages.ts'
import { parts } from './en/parts.ts'

/** Every English text of the console by its key; the other languages have the same keys. */
export default { ...ownTexts, ...agents, ...frame, ...pages, ...parts }
