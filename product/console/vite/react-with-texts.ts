import react from '@vitejs/plugin-react'

export function reactWithTexts() {
  return [react()]
}
