/** Disables console logging at start-up (product.md section 2), so that no agent's data ends up there. */
export function silenceConsole(target: Console): void {
  const silent = Object.entries(target).filter(([, value]) => typeof value === 'function')
  Object.assign(target, Object.fromEntries(silent.map(([method]) => [method, () => {}])))
}
