import { loadEnglish } from '@ekyc/ui/testing/load-english.ts'

import english from '../texts/en.ts'

loadEnglish(english)
