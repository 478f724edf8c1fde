/**
 * Every refusal of the console's calls, with its HTTP status and its text. Clients depend on the codes, so a published
 * code is never renamed. For `refused`, the act supplies the text.
 */
export const consoleRefusals = {
  bad_input: [422, 'The server cannot read this request.'],
  not_signed_in: [401, 'Please sign in.'],
  not_permitted: [403, 'Your roles do not allow this.'],
  foreign_origin: [403, 'This request did not come from the console.'],
  not_found: [404, 'There is no such page or record.'],
  method_not_allowed: [405, 'This address takes another method.'],
  changed_meanwhile: [409, 'Somebody has changed this meanwhile. Please look at it again.'],
  proposal_ground_moved: [409, 'What this proposal is about has changed meanwhile.'],
  proposal_content_changed: [409, 'This is not the content that the proposal has.'],
  proposal_over: [409, 'This proposal has come to its end.'],
  own_proposal: [409, 'Nobody decides on a proposal of their own.'],
  voted_already: [409, 'You have voted on this proposal.'],
  still_running: [409, 'This act is still running. Please look at its result in a moment.'],
  key_used: [409, 'This key was used for another act.'],
  proof_needed: [412, 'Please prove that it is you.'],
  body_too_large: [413, 'This is too large for one request.'],
  not_json: [415, 'The server takes JSON only.'],
  refused: [422, 'This cannot be done.'],
  too_many: [429, 'Too many requests. Please wait a little.'],
  fault: [500, 'Something went wrong. Nothing was done.'],
  busy: [503, 'The server is busy. Please try again in a moment.'],
  database_away: [503, 'The database does not answer. Nothing was done.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ConsoleRefusalCode = keyof typeof consoleRefusals

export type ConsoleRefusal = {
  error: {
    code: ConsoleRefusalCode
    message: string
    /** The id of the request, which the log and the audit trail contain too. */
    requestId: string
    /** The roles that may make the call; only for `not_permitted`. */
    roles?: readonly string[]
    /** The invalid fields of the request; only for `bad_input`. */
    fields?: readonly string[]
  }
}

/** The numbers that the navigation shows. The server sends them with every answer to a signed-in person. */
export type Counters = {
  /** The number of proposals that wait for this person. */
  proposals: number
  /** The number of exceptions without a decision; 0 for a person who may not see them. */
  exceptions: number
  /** The number of alerts that nobody has taken. */
  alerts: number
}
