import { Type, type Static, type TSchema } from 'typebox'

import { languageCodes, type Language } from './languages.ts'
import { DltRegistration } from './sms.ts'

const Line = Type.String({ minLength: 1, maxLength: 200 })
const Paragraph = Type.String({ minLength: 1, maxLength: 2_000 })
const WebAddress = Type.String({
  pattern: '^https://[^\\s"\'<>]+$',
  maxLength: 500,
  description: 'An https:// address',
})
const EMail = Type.String({
  pattern: '^[^\\s@"<>]+@[^\\s@"<>]+$',
  maxLength: 200,
  description: 'An e-mail address',
})
const Phone = Type.String({
  pattern: '^\\+?[0-9](?:[ -]?[0-9]){2,17}$',
  description: 'A telephone number: digits, with + before them and spaces between them where wanted',
})
const Colour = Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: 'Six hexadecimal digits after #' })
const Score = Type.Integer({ minimum: 0, maximum: 100 })

const Notice = Type.String({
  minLength: 1,
  maxLength: 300,
  description: 'A line of the bank on the log-in and the dashboard, for maintenance or a driver update',
})

const consentItems = <Item extends TSchema>(item: Item) => ({
  data: Type.Optional(item),
  purpose: item,
  sharing: item,
  alternatives: item,
  withdrawal: Type.Optional(item),
})

const OneTimePasswordText = Type.String({
  maxLength: 500,
  pattern:
    '^(?=[\\s\\S]*\\{otp\\})(?![\\s\\S]*\\{otp\\}[\\s\\S]*\\{otp\\})(?:[^{}]|\\{(?:otp|mark|minutes|bankName|productName)\\})+$',
  description:
    'A text with {otp} once and, where wanted, {mark}, {minutes}, {bankName} and {productName}; no other braces',
})

const NoticeText = Type.String({
  minLength: 1,
  maxLength: 500,
  pattern: '^(?:[^{}]|\\{(?:time|helpLine|bankName|productName)\\})+$',
  description: 'A text with, where wanted, {time}, {helpLine}, {bankName} and {productName}; no other braces',
})

/**
 * One text, and its versions in other languages of the portal by language code. Each version is a DLT template of its
 * own.
 */
const SmsText = <Text extends TSchema>(text: Text) => {
  const registered = { text, templateId: Type.Optional(DltRegistration.properties.templateId) }
  return Type.Optional(
    Type.Object({
      ...registered,
      translations: Type.Optional(Type.Record(Type.String(), Type.Object(registered))),
    }),
  )
}

/** A file of version 0.2 has neither `data`, `withdrawal` nor headings. */
const ConsentText = Type.Object({
  ...consentItems(Paragraph),
  headings: Type.Optional(Type.Object(consentItems(Line))),
})
export type ConsentText = Static<typeof ConsentText>

/**
 * The branding file: one JSON file that the server reads at start-up and the portal at run time, so that one build
 * serves every bank.
 */
export const Branding = Type.Object({
  bankName: Line,
  productName: Line,
  logo: Type.String({
    maxLength: 50_000,
    pattern: '^(/[^/\\s][^\\s]*|data:image/(svg\\+xml|png|webp)[;,].+)?$',
    description:
      "A path on this server or a data: URI, shown as a square beside the names; '' shows the bank's initials",
  }),
  touchIcon: Type.Optional(
    Type.String({
      maxLength: 100_000,
      // A PNG's first 24 bytes, 32 characters of base64, contain its width and height.
      pattern: '^data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAALQAAAC0[A-Za-z0-9+/]+={0,2}$',
      description: 'A PNG of 180 by 180 px as a data: URI: what iOS shows of an installed portal',
    }),
  ),
  colours: Type.Object({ brand: Colour }),
  languages: Type.Optional(
    Type.Array(Type.Enum(languageCodes), {
      minItems: 1,
      uniqueItems: true,
      description: `The languages that the portal offers, the bank's own first: ${languageCodes.join(', ')}. English alone unless given`,
    }),
  ),
  copyright: Line,
  providerCredit: Type.Object({ text: Line, url: WebAddress }),
  emails: Type.Object({ grievance: EMail, dispute: EMail }),
  support: Type.Optional(
    Type.Object(
      { phone: Phone, hours: Type.Optional(Line), whatsApp: Type.Optional(Phone) },
      {
        description:
          "The agents' help line, shown wherever the portal tells an agent to call support. WhatsApp's number has its country code",
      },
    ),
  ),
  notice: Type.Optional(Notice),
  translations: Type.Optional(
    Type.Record(Type.String(), Type.Object({ notice: Type.Optional(Notice), hours: Type.Optional(Line) }), {
      description: '`notice` and `support.hours` in other languages of the portal, by their code',
    }),
  ),
  deviceServiceLinks: Type.Array(Type.Object({ name: Line, url: WebAddress }), { maxItems: 20 }),
  deviceServiceVersion: Line,
  deviceServiceVersions: Type.Optional(
    Type.Record(Type.String({ maxLength: 100 }), Line, {
      maxProperties: 50,
      description:
        "The oldest version of each maker's service, by its dpId: the device check tells of an older one. Makers count differently, so no number serves all",
    }),
  ),
  captureQuality: Type.Optional(
    Type.Object(
      { advise: Score, refuse: Score },
      {
        description:
          "Of a scanner's quality score, 0 to 100: below `advise` a re-scan is advised, below `refuse` the scan is refused. 45 and 25 unless given",
      },
    ),
  ),
  referencePattern: Type.Optional(
    Type.String({
      format: 'regex',
      minLength: 1,
      maxLength: 200,
      description:
        "A regular expression of the bank's whole reference, by which the portal knows a pasted or scanned one",
    }),
  ),
  scanAtTick: Type.Optional(
    Type.Boolean({
      description:
        "The tick of consent starts the scan where this tab's last scan was good. Off unless given",
    }),
  ),
  consent: Type.Object({
    mode: Type.Enum(['tick', 'notice'], { description: "'tick' asks before a capture; 'notice' only tells" }),
    version: Type.String({ minLength: 1, maxLength: 32 }),
    texts: Type.Intersect([Type.Object({ en: ConsentText }), Type.Record(Type.String(), ConsentText)]),
    approved: Type.Optional(
      Type.Array(Type.Enum(languageCodes), {
        uniqueItems: true,
        description:
          'The languages beside English whose text the bank has approved; the portal marks every other as a draft',
      }),
    ),
  }),
  sms: Type.Optional(
    Type.Object({
      oneTimePassword: OneTimePasswordText,
      dlt: Type.Optional(DltRegistration),
      translations: Type.Optional(
        Type.Record(
          Type.String(),
          Type.Object({
            oneTimePassword: OneTimePasswordText,
            templateId: Type.Optional(DltRegistration.properties.templateId),
          }),
          {
            description:
              'The text in other languages of the portal, by their code; each is a template of its own on the DLT platform',
          },
        ),
      ),
      texts: Type.Optional(
        Type.Object(
          {
            newPassword: SmsText(OneTimePasswordText),
            newPasskey: SmsText(OneTimePasswordText),
            passkeyAdded: SmsText(NoticeText),
            passwordChanged: SmsText(NoticeText),
            newDevice: SmsText(NoticeText),
          },
          {
            description:
              'Texts of their own for the code that sets a password, the code that adds a passkey, and what an agent is told of',
          },
        ),
      ),
    }),
  ),
  addressLookup: Type.String({
    pattern: '^(/[^/\\s][^\\s]*|https://[^\\s"\'<>]+)$',
    description: 'A path on this server or an https:// address that answers { ipAddress } to a GET',
  }),
})
export type Branding = Static<typeof Branding>

/** The languages that the bank offers, its own first. */
export function languagesOf({
  languages: [first = 'en', ...others] = [],
}: Pick<Branding, 'languages'>): [Language, ...Language[]] {
  return [first, ...others]
}

/**
 * The content of /branding.json: the branding for screens, LEVEL_1_ONLY, by which the portal warns of L0 scanners, and
 * whether the bank takes cases (SUPPORT_CASE_URL).
 */
export type ScreenBranding = Omit<Branding, 'touchIcon' | 'sms'> & SettingsForScreens
export type SettingsForScreens = { level1Only?: boolean; takesCases?: boolean }
