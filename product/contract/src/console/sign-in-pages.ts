/** The console's pages to which the server sends browsers, and that links name. */
export const signInPage = '/sign-in'
/** The provider has proven who acts; the window of the proof may close. */
export const provenPage = '/proven'
/** The page of a one-time link, whose token follows as the fragment. */
export const enrolPage = '/enrol'

/** The query `problem` of the sign-in says why it has not come to a session. */
export const signInProblems = ['failed', 'no-role', 'provider-away', 'proof-over'] as const
export type SignInProblem = (typeof signInProblems)[number]
