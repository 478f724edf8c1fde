import { calls, opensSession, type Call, type CallName } from '@ekyc/contract/calls'
import { answerExamples } from '@ekyc/contract/examples'
import { unverifiedCodes, verdictText, type ResponseCode } from '@ekyc/contract/refusals'
import { shapes } from '@ekyc/contract/shapes'
import type { OpenAPIV3_1 } from 'openapi-types'

import { callDescriptions, refusalCodeTexts } from '@ekyc/contract/call-descriptions'
import { objectSchema, toOpenApiSchema, type OpenApiSchema } from './document.ts'

type Responses = Record<string, OpenAPIV3_1.ResponseObject | OpenAPIV3_1.ReferenceObject>

const failedOrder = {
  transactionId: { type: 'string', description: "The authority's transaction: it names the failed order" },
  authority: {
    ...objectSchema(
      {
        source: {
          type: 'string',
          enum: ['authentication', 'kyc'],
          description: 'Which list the code is from: they share numbers and mean other things',
        },
        code: { type: 'string', description: "The authority's error code, such as 300 or K-545" },
        action: { type: 'string', description: "The authority's advice (actn), or an empty text" },
      },
      ['source', 'code', 'action'],
    ),
    description: 'Only where the authority gave a code',
  },
} as const satisfies Record<string, OpenApiSchema>

const failedSubmit: OpenApiSchema = {
  ...refusalSchema(
    unverifiedCodes.filter(code => code !== 'authority_timeout'),
    failedOrder,
  ),
  title: 'Failed',
}
const notMatched = {
  response: {
    success: false,
    displayMsg: verdictText('authentication', '300'),
    code: 'fingerprint_not_matched',
  },
  ...answerExamples.submitOrder,
  authority: { source: 'authentication', code: '300', action: '' },
}

const refusedOtp = {
  otpDetails: {
    $ref: '#/components/schemas/OtpDetails',
    description: 'The handle with the tries that are left, where an OTP is asked for or was refused',
  },
}

const missingFactor = {
  otpRequired: { type: 'boolean', description: 'A second factor is missing: whether an OTP was sent' },
  requiredFrom: {
    type: ['string', 'null'],
    format: 'date-time',
    description: 'Until then a second factor may be left out',
  },
} as const satisfies Record<string, OpenApiSchema>

export const commonResponses = {
  Unauthorized: refused(
    'The bearer is missing, unknown, expired or revoked, or its DPoP proof is missing or not good',
    ['unauthorized'],
  ),
  BodyTooLarge: refused('The body is too large', ['body_too_large']),
  NotJson: refused('The body is not application/json', ['media_type_unsupported']),
  Fault: refused("A fault of the server's", ['fault']),
}

/** The refusals of HTTP itself, such as 405, are left out. */
export function responsesOfCall(name: CallName): Responses {
  const { access, method, path }: Call = calls[name]
  const { refusals = [], denials = [], throttles = [], overloads = [] } = callDescriptions[name]
  const isPost = method === 'POST'
  const badCall: ResponseCode[] = [
    ...(isPost ? (['body_not_json', 'field_missing'] as const) : []),
    ...(isPost || path.includes(':') ? (['field_invalid'] as const) : []),
    'call_invalid',
  ]
  const ofDatabase: ResponseCode[] = name === 'getAddress' ? [] : ['database_away']
  return {
    200: done(name, refusals),
    400: refused('Not as the call asks for it', badCall),
    ...((access !== 'public' || opensSession(name)) && { 401: common('Unauthorized') }),
    ...(access !== 'public' && {
      403: refused(
        "The bearer is good, and this is not its owner's",
        typeof access === 'string' ? ['not_yours', ...denials] : ['not_yours', 'privilege_missing'],
      ),
    }),
    ...(isPost && { 413: common('BodyTooLarge'), 415: common('NotJson') }),
    429: later('Too much of it', [...throttles, 'too_many_at_once']),
    500: common('Fault'),
    503: later('Nothing was done; the same call may be made again', [
      'busy',
      'migrating',
      ...ofDatabase,
      ...overloads,
    ]),
    ...(name === 'submitOrder' && {
      504: refused('The authority did not answer in time: the order failed', ['authority_timeout'], {
        transactionId: failedOrder.transactionId,
      }),
    }),
  }
}

function done(name: CallName, refusals: readonly ResponseCode[]): OpenAPIV3_1.ResponseObject {
  const success = { ...toOpenApiSchema(shapes[name].answer), title: 'Done' }
  success.properties = { response: { $ref: '#/components/schemas/Done' }, ...success.properties }
  success.required = ['response', ...(success.required ?? [])]
  const example = { response: { success: true, displayMsg: 'Success' }, ...answerExamples[name] }
  const refusal = {
    ...refusalSchema(refusals, {
      ...(refusals.includes('wrong_otp') && refusedOtp),
      ...(refusals.includes('second_factor_needed') && missingFactor),
    }),
    title: 'Refused',
  }
  const isRefused = refusals.length > 0
  const isSubmit = name === 'submitOrder'
  return {
    description: isRefused ? 'Done, or refused by a rule: `success` tells' : 'Done',
    content: {
      'application/json': {
        schema: isRefused ? { anyOf: [success, refusal, ...(isSubmit ? [failedSubmit] : [])] } : success,
        examples: {
          done: { summary: 'Done', value: example },
          ...(isRefused && { refused: { summary: 'Refused', value: refusalExample(refusals) } }),
          ...(isSubmit && { failed: { summary: 'The fingerprint did not match', value: notMatched } }),
        },
      },
    },
  }
}

function common(name: keyof typeof commonResponses): OpenAPIV3_1.ReferenceObject {
  return { $ref: `#/components/responses/${name}` }
}

function later(description: string, codes: readonly ResponseCode[]): OpenAPIV3_1.ResponseObject {
  const headers = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }
  return { ...refused(description, codes), headers }
}

function refused(
  description: string,
  codes: readonly ResponseCode[],
  fields: Record<string, OpenApiSchema> = {},
): OpenAPIV3_1.ResponseObject {
  const example = {
    ...refusalExample(codes),
    ...('transactionId' in fields && answerExamples.submitOrder),
  }
  return { description, content: { 'application/json': { schema: refusalSchema(codes, fields), example } } }
}

function refusalSchema(
  codes: readonly ResponseCode[],
  fields: Record<string, OpenApiSchema> = {},
): OpenApiSchema {
  const response = objectSchema(
    {
      success: { type: 'boolean', const: false },
      displayMsg: { type: 'string', description: 'For the agent, in English' },
      code: { type: 'string', enum: [...codes], description: 'For programs' },
    },
    ['success', 'displayMsg', 'code'],
  )
  const always = 'transactionId' in fields ? ['transactionId'] : []
  return objectSchema({ response, ...fields }, ['response', ...always])
}

function refusalExample(codes: readonly ResponseCode[]) {
  const [code = 'fault'] = codes
  return { response: { success: false, displayMsg: refusalCodeTexts[code] ?? '', code } }
}
