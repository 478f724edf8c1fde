import { Type, type Static, type TOptional, type TSchema } from 'typebox'

import { consentLanguageCodes } from './consent.ts'
import { languageCodes, type Language } from './languages.ts'
import { DltRegistration } from './sms.ts'

/** The largest size of the bank's font, in bytes. At 400 kbit/s it loads in 1.2 s, faster than the portal's script. */
export const fontMaxBytes = 60_000

const Line = Type.String({ minLength: 1, maxLength: 200 })
/** Returns a schema for one value, or for a value per language. A language without a value uses the English value. */
const byLanguage = <Value extends TSchema>(value: Value) => {
  const others = Object.fromEntries(languageCodes.map(code => [code, Type.Optional(value)]))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the names
  return Type.Union([value, Type.Object({ ...(others as Record<Language, TOptional<Value>>), en: value })])
}
const Text = byLanguage(Line)
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
const Logo = Type.String({
  maxLength: 50_000,
  pattern: '^(/[^/\\s][^\\s]*|data:image/(svg\\+xml|png|webp)[;,].+)?$',
  description:
    "A path on this server or a data: URI, shown as a square beside the names; '' shows the bank's initials",
})
const Score = Type.Integer({ minimum: 0, maximum: 100 })

const Notice = Type.String({
  minLength: 1,
  maxLength: 300,
  description: 'A line of the bank on the log-in and the dashboard, for maintenance or a driver update',
})

const Promises = Type.Array(Type.String({ minLength: 1, maxLength: 80 }), {
  minItems: 3,
  maxItems: 3,
  description: 'The three lines beside the log-in on a wide screen',
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

const HolderText = Type.String({
  minLength: 1,
  maxLength: 500,
  pattern: '^(?:[^{}]|\\{(?:time|lastDigits|code|reference|grievance|bankName|productName)\\})+$',
  description:
    'A text with, where wanted, {time}, {lastDigits}, {code}, {reference}, {grievance}, {bankName} and {productName}; no other braces',
})

/** A text of an SMS and its translations by language code. Each translation is a DLT template of its own. */
const SmsText = <Text extends TSchema>(text: Text) => {
  const registered = { text, templateId: Type.Optional(DltRegistration.properties.templateId) }
  return Type.Optional(
    Type.Object({
      ...registered,
      translations: Type.Optional(Type.Record(Type.String(), Type.Object(registered))),
    }),
  )
}

/** The items of a consent text. Branding files of version 0.2 lack `data`, `withdrawal` and `headings`. */
const ConsentText = Type.Object({
  ...consentItems(Type.String({ minLength: 1, maxLength: 2_000 })),
  headings: Type.Optional(Type.Object(consentItems(Line))),
})
export type ConsentText = Static<typeof ConsentText>

/** The branding file: one JSON file that the server reads at start-up, so that one build serves every bank. */
export const BrandingFile = Type.Object({
  bankName: Text,
  productName: Text,
  logo: Logo,
  logoInDark: Type.Optional(Logo),
  touchIcon: Type.Optional(
    Type.String({
      maxLength: 100_000,
      // The width and height of a PNG lie in its first 24 bytes, that is in 32 characters of base64.
      pattern: '^data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAALQAAAC0[A-Za-z0-9+/]+={0,2}$',
      description: 'A PNG of 180 by 180 px as a data: URI: what iOS shows of an installed portal',
    }),
  ),
  colours: Type.Object({ brand: Colour, brandInDark: Type.Optional(Colour) }),
  font: Type.Optional(
    Type.String({
      maxLength: 200,
      pattern: '^(?!.*\\.\\.)[\\w-][\\w./-]*\\.woff2$',
      description: `The path of a WOFF2 file, from the folder of the branding file, of at most ${fontMaxBytes} bytes`,
    }),
  ),
  cornerRadius: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 24, description: 'The corners of cards in px; 12 unless given' }),
  ),
  promises: Type.Optional(byLanguage(Promises)),
  languages: Type.Optional(
    Type.Array(Type.Enum(languageCodes), {
      minItems: 1,
      uniqueItems: true,
      description: `The languages that the portal offers, the bank's own first: ${languageCodes.join(', ')}. English alone unless given`,
    }),
  ),
  copyright: Text,
  providerCredit: Type.Object({ text: Text, url: WebAddress }),
  emails: Type.Object({ grievance: EMail, dispute: EMail }),
  support: Type.Optional(
    Type.Object(
      { phone: Phone, hours: Type.Optional(Text), whatsApp: Type.Optional(Phone) },
      {
        description:
          "The agents' help line, shown wherever the portal tells an agent to call support. WhatsApp's number has its country code",
      },
    ),
  ),
  otherWays: Type.Optional(
    byLanguage(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description:
          "How a customer whose finger cannot be read proves the identity otherwise: documents, the office's address, the authority's app. Printed on the slip; lines stay",
      }),
    ),
  ),
  notice: Type.Optional(byLanguage(Notice)),
  translations: Type.Optional(
    Type.Record(Type.String(), Type.Object({ notice: Type.Optional(Notice), hours: Type.Optional(Line) }), {
      description:
        '`notice` and `support.hours` in other languages of the portal, by their code, where they are one text',
    }),
  ),
  deviceServiceLinks: Type.Array(Type.Object({ name: Text, url: WebAddress }), { maxItems: 20 }),
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
        "A regular expression of the bank's whole reference, by which the portal knows a pasted one",
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
      Type.Array(Type.Enum(consentLanguageCodes), {
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
            logIn: SmsText(OneTimePasswordText),
            passkeyAdded: SmsText(NoticeText),
            passwordChanged: SmsText(NoticeText),
            newDevice: SmsText(NoticeText),
            holderVerified: SmsText(HolderText),
            holderNotMatched: SmsText(HolderText),
            holderLocked: SmsText(HolderText),
            holderNotActive: SmsText(HolderText),
            holderNotTaken: SmsText(HolderText),
            holderNotAnswered: SmsText(HolderText),
            holderRefused: SmsText(HolderText),
          },
          {
            description:
              'Texts of their own for the code that sets a password, the code that adds a passkey, the code of a log-in, what an agent is told of, and what the holder of an id number is told of each authentication',
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
export type BrandingFile = Static<typeof BrandingFile>

/** The type of a branding field after one language was chosen. */
type Spoken<Field> = Field extends { en: infer Value }
  ? Value
  : { [Name in keyof Field]: Spoken<Field[Name]> }
export type ShownBranding = Spoken<Omit<BrandingFile, 'consent' | 'font' | 'sms' | 'translations'>>

/** The branding in the bank's own language, the values that differ in other languages, and the bank's font. */
export type Branding = ShownBranding &
  Pick<BrandingFile, 'consent' | 'sms'> & {
    inLanguages?: { [code in Language]?: Partial<ShownBranding> }
    font?: BrandFont | undefined
  }
export type BrandFont = { base64: string; isVariable: boolean }

/** Returns the languages that the bank offers. The bank's own language comes first. */
export function languagesOf({
  languages: [first = 'en', ...others] = [],
}: Pick<Branding, 'languages'>): [Language, ...Language[]] {
  return [first, ...others]
}

/**
 * The content of /branding.json: the branding for screens, and a setting from the server's environment variables.
 * `level1Only` (LEVEL_1_ONLY) makes the portal warn of L0 scanners.
 */
export type ScreenBranding = Omit<Branding, 'touchIcon' | 'font' | 'sms'> & SettingsForScreens
export type SettingsForScreens = { level1Only?: boolean }
