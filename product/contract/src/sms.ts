import { Type, type Static } from 'typebox'

const DltId = (description: string) => Type.String({ pattern: '^[A-Za-z0-9_-]{1,40}$', description })

/** The registration of a text on the DLT platform of the telecom operators (TRAI's rules for commercial SMS). */
export const DltRegistration = Type.Object({
  entityId: DltId("The bank's id as principal entity"),
  templateId: DltId('The id of the template that the text was registered as'),
  headerId: DltId('The header that the message comes from'),
})
export type DltRegistration = Static<typeof DltRegistration>

/** The JSON that the server sends to the SMS provider over HTTP. docs/integration.md describes the occasions. */
export const SmsMessage = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'The same at each try: a repeat is not sent again' }),
    to: Type.String({ pattern: '^\\d{10}$', description: 'An Indian mobile number without +91' }),
    text: Type.String({ minLength: 1, description: 'To be sent to the letter, line breaks included' }),
    dlt: Type.Optional(DltRegistration),
  },
  { title: 'SmsMessage', description: 'One text for one phone.' },
)
export type SmsMessage = Static<typeof SmsMessage>
