import type { Translated } from './languages.ts'
import type { RuleName } from './rules.ts'

/** Keys of texts that stay English, because the bank's IT department reads them beside Chrome's policy names. */
export const keptEnglish = new Set(['scanner.it.text'])

type Exception = { key: string; rule: RuleName; languages: Translated[]; because: string }

/** The texts that break a rule on purpose. A test fails if no text needs an exception any more. */
export const exceptions: Exception[] = [
  {
    key: 'session.refused',
    rule: 'glossary',
    languages: ['bn'],
    because: 'agents know the log-in, not the legal word for authentication',
  },
  {
    key: 'orders.search.newest',
    rule: 'glossary',
    languages: ['bn'],
    because: 'দিন is the imperative of "give" here, not "day"',
  },
  {
    key: 'scanner.allow.firefox.3',
    rule: 'glossary',
    languages: ['te'],
    because: "it is Firefox's own word; Chrome's is another",
  },
]
