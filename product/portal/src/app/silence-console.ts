/** Disables console logging at start-up (product.md section 2), so that the console never shows an agent's data. */
export function silenceConsole(target: Console): void {
  const silent = Object.entries(target).filter(([, value]) => typeof value === 'function')
  Object.assign(target, Object.fromEntries(silent.map(([method]) => [method, () => {}])))
}
