import { ownTexts } from '../texts/texts.ts'
import { loadEnglish } from './load-english.ts'

loadEnglish(ownTexts)
