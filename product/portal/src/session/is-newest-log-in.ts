import { newestLogIn } from './newest-log-in.ts'

export function isNewestLogIn(warningTime: number): boolean {
  try {
    const newest = localStorage.getItem(newestLogIn)
    return newest === null || newest === String(warningTime)
  } catch {
    return true
  }
}
