/**
 * Shifts the clock of the program that it is loaded into (`node --import`): at first by the environment, then by
 * messages of the parent. Timers continue unchanged, as with a real clock that is set.
 */
const TrueDate = Date
let wrongByMs = Number(process.env['CLOCK_WRONG_BY_MS'] ?? 0)
const now = () => TrueDate.now() + wrongByMs

process.on('message', message => {
  wrongByMs = message.clockWrongByMs
})
// The channel must not keep the program alive.
process.channel?.unref()

globalThis.Date = new Proxy(TrueDate, {
  apply: () => new TrueDate(now()).toString(),
  construct: (_target, given, asked) =>
    Reflect.construct(TrueDate, given.length > 0 ? given : [now()], asked === Date ? TrueDate : asked),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
