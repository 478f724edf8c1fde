import { loadTexts } from '@ekyc/ui/texts/language.ts'
import { followChoice } from '@ekyc/ui/texts/show-language.ts'
import '@ekyc/ui/theme.css'
import { createRoot } from 'react-dom/client'

import { Console } from './app/console.tsx'
import './look.css'
import { loadBank } from './session/session.ts'
import { catalogues } from './texts/catalogues.ts'

void loadBank()
void start()

async function start(): Promise<void> {
  await loadTexts(catalogues)
  await followChoice(catalogues).catch(() => {})
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<Console />)
}
