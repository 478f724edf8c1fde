import { ownTexts } from '../texts.ts'
import { loadEnglish } from './load-english.ts'

loadEnglish(ownTexts)
