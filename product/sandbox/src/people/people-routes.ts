import { defaultFinger } from '@ekyc/rd-simulator/settings'

import { page, html, json, type Route } from '../http/route.ts'
import { personByReference, type Person } from './people.ts'

/**
 * The routes that show which people the sandbox's authority knows. They help integrators who connect a bank of their
 * own.
 *
 * - `/people`: a page with two people of each outcome
 * - `/people/DBS10042` → 200 { reference, idNumber, name, dateOfBirth, gender, endsWith } or 404 { error }
 */
export const peopleRoutes: Route[] = [
  {
    method: 'GET',
    path: '/people',
    handle: () => html(page('people', 'People', { people: rowsOfPeople() })),
  },
  {
    method: 'GET',
    path: '/people/:reference',
    handle({ params }) {
      const person = personByReference(params['reference'] ?? '')
      if (!person) return json(404, { error: 'Demo references are DBS10001 to DBS59999' })
      const { reference, idNumber, name, dateOfBirth, gender } = person
      return json(200, { reference, idNumber, name, dateOfBirth, gender, endsWith: endOf(person) })
    },
  },
]

function rowsOfPeople(): string {
  const references = [1, 2, 3, 4, 5].flatMap(kind => [`DBS${kind}0001`, `DBS${kind}0002`])
  const rows = references
    .flatMap(reference => personByReference(reference) ?? [])
    .map(person => [person.reference, `<code>${person.idNumber}</code>`, person.name, endOf(person)])
  return rows.map(cells => `<tr>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`).join('')
}

function endOf(person: Person): string {
  if (person.biometricsLocked) return 'biometrics locked (330)'
  if (person.authorityAnswers === 'too-late') return 'an answer that comes too late'
  if (person.authorityAnswers === 'garbage') return 'an answer that cannot be read'
  return person.enrolledFinger === defaultFinger ? 'success' : 'no match (300), until this finger is set'
}
