/** Console logging is disabled at start-up (product.md section 2): nothing of an agent's work ends up there. */
export function silenceConsole(target: Console): void {
  const silent = Object.entries(target).filter(([, value]) => typeof value === 'function')
  Object.assign(target, Object.fromEntries(silent.map(([method]) => [method, () => {}])))
}
