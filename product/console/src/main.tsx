import { createRoot } from 'react-dom/client'

import { Console } from './app/console.tsx'
import { loadBank } from './session/bank.ts'
import './look.css'

void loadBank()
const root = document.getElementById('root')
if (root) createRoot(root).render(<Console />)
