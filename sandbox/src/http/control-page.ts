import { page } from './page.ts'

/** A party with a control, and the choices of its settings that have a fixed list. */
export type Controlled = { title: string; path: string; choices: Record<string, readonly string[]> }

/**
 * Draws one form per party in the browser, from the answer to `GET` of its path: the settings (or an object `settings`)
 * and lists of choices under the setting's name in the plural. A new scenario or setting appears by itself.
 */
export function controlPage(parties: readonly Controlled[]): string {
  const cards = parties.map(
    ({ title, path, choices }) =>
      `<form class="card party" data-path="${path}" data-choices='${JSON.stringify(choices)}'><h2>${title}</h2>
<div class="fields">Loading…</div>
<p><button class="main">Apply</button> <button type="reset">Set back</button> <span role="status"></span></p></form>`,
  )
  return page({ title: 'Control', body: cards.join('\n'), script })
}

const script = `
for (const form of document.querySelectorAll('.party')) {
  const url = form.dataset.path
  const status = form.querySelector('[role=status]')
  let settings = {}

  const draw = told => {
    settings = told.settings ?? told
    const lists = { ...told, ...JSON.parse(form.dataset.choices) }
    const fields = Object.entries(settings).map(([name, value]) => field(name, value, lists[name] ?? lists[name + 's']))
    form.querySelector('.fields').replaceChildren(...fields)
  }

  const field = (name, value, list) => {
    const row = Object.assign(document.createElement('div'), { className: 'field' })
    const label = Object.assign(document.createElement('label'), { textContent: name, htmlFor: url + name })
    const input = Array.isArray(list) ? select(list, value) : plain(value)
    Object.assign(input, { id: url + name, name })
    row.append(label, input)
    const says = () => list.find(one => nameOf(one) === input.value)?.says ?? ''
    if (Array.isArray(list) && list.some(one => one.says)) {
      const note = Object.assign(document.createElement('span'), { className: 'quiet', textContent: says() })
      input.addEventListener('change', () => (note.textContent = says()))
      row.append(note)
    }
    return row
  }

  const nameOf = one => (typeof one === 'string' ? one : one.name ?? one.code)

  const select = (list, value) => {
    const input = document.createElement('select')
    const names = list.map(nameOf)
    input.append(...(names.includes(value) ? names : [value, ...names]).map(name => new Option(name, name)))
    input.value = value
    return input
  }

  const plain = value => {
    const input = document.createElement('input')
    input.dataset.kind = value === null ? 'null' : typeof value
    if (typeof value === 'boolean') return Object.assign(input, { type: 'checkbox', checked: value })
    if (typeof value === 'number') return Object.assign(input, { type: 'number', value })
    if (value === null) return Object.assign(input, { placeholder: 'none' })
    return Object.assign(input, { value: typeof value === 'string' ? value : JSON.stringify(value) })
  }

  const read = input => {
    if (input.type === 'checkbox') return input.checked
    if (input.type === 'number') return Number(input.value)
    const was = settings[input.name]
    if (input.value === '' && typeof was !== 'string') return null
    if (/^[[{]/.test(input.value)) return JSON.parse(input.value)
    // The type of a setting that is null is unknown: its name tells whether it is a number.
    return /status|Ms$/i.test(input.name) ? Number(input.value) : input.value
  }

  const ask = async (method, body) => {
    try {
      const answer = await fetch(url, { method, body, headers: { accept: 'application/json' } })
      const told = await answer.json()
      if (!answer.ok) return (status.textContent = told.error ?? 'HTTP ' + answer.status)
      draw(method === 'GET' ? told : await (await fetch(url, { headers: { accept: 'application/json' } })).json())
      status.textContent = { GET: '', PUT: 'Applied', DELETE: 'Set back' }[method]
    } catch (error) {
      status.textContent = String(error)
    }
  }

  form.addEventListener('submit', event => {
    event.preventDefault()
    try {
      const inputs = [...form.querySelectorAll('input, select')]
      const changed = inputs.map(input => [input.name, read(input)]).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(settings[name]))
      ask('PUT', JSON.stringify(Object.fromEntries(changed)))
    } catch (error) {
      status.textContent = String(error)
    }
  })
  form.addEventListener('reset', event => {
    event.preventDefault()
    ask('DELETE')
  })
  ask('GET')
}
`
