/**
 * Loaded before a program (`node --import`): its clock is as far wrong as whoever started it says, by the environment
 * at first, by message from then on. Timers go on as they do when a real clock is set.
 */
const TrueDate = Date
let wrongByMs = Number(process.env['CLOCK_WRONG_BY_MS'] ?? 0)
const now = () => TrueDate.now() + wrongByMs

process.on('message', message => {
  wrongByMs = message.clockWrongByMs
})
// The program ends when it would without a channel.
process.channel?.unref()

globalThis.Date = new Proxy(TrueDate, {
  apply: () => new TrueDate(now()).toString(),
  construct: (_target, given, asked) =>
    Reflect.construct(TrueDate, given.length > 0 ? given : [now()], asked === Date ? TrueDate : asked),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
