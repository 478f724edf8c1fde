export type Edit = {
  place: string
  /** The text below which the lines are added, or absent if the file is new. */
  below?: string
  lines: string
}

/** The edits of a developer who follows CONTRIBUTING.md, by the names of its recipes under "Where new code goes". */
export const recipes: Record<string, Edit[]> = {
  'A call': [
    {
      place: 'product/contract/src/calls.ts',
      below: 'export const calls = {',
      lines: "getNotices: post('/api/v1/dbs/user/notices/get', 'PROFILE', 'session'),",
    },
    {
      place: 'product/contract/src/shapes.ts',
      below: 'export const shapes = {',
      lines: 'getNotices: shape({ username: Mobile }, { notices: Type.Array(Text(200)) }),',
    },
    {
      place: 'product/contract/src/examples.ts',
      below: 'export const answerExamples: { [N in CallName]: AnswerOf<N> } = {',
      lines: "getNotices: { notices: ['The office is closed on Monday.'] },",
    },
    {
      place: 'product/contract/src/examples.ts',
      below: 'const fields: { [Name in CallName]: RequestOf<Name> } = {',
      lines: 'getNotices: { username: mobile },',
    },
    {
      place: 'product/server/src/http/open-api/call-notes.ts',
      below: 'export const callNotes: Record<CallName, CallNotes> = {',
      lines: "getNotices: { tag: 'Agent', summary: 'Read notices', description: 'Newest first.' },",
    },
    {
      place: 'product/server/src/http/handlers.ts',
      below: 'callerLanguage(headers, rules.languages)\n\n  return {',
      lines: 'getNotices: async () => ({ notices: [] }),',
    },
  ],
  'A screen': [
    {
      place: 'product/contract/src/paths.ts',
      below: 'export const paths = {',
      lines: "notices: '/notices',",
    },
    {
      place: 'product/portal/src/texts/en/notices.ts',
      lines: "export const notices = { 'notices.title': 'Notices' }",
    },
    {
      place: 'product/portal/src/texts/en.ts',
      below: "import { language } from './en/language.ts'",
      lines: "import { notices } from './en/notices.ts'",
    },
    { place: 'product/portal/src/texts/en.ts', below: 'export default {', lines: '...notices,' },
    {
      place: 'product/portal/src/features/notices/notices-page.tsx',
      lines: `
import { t } from '../../texts/t.ts'
import { ScreenTitle } from '../../ui/screen-title.tsx'

export function NoticesPage() {
  return <ScreenTitle>{t('notices.title')}</ScreenTitle>
}`,
    },
    {
      place: 'product/portal/src/app/routes.tsx',
      below: "const OtpPage = later(() => import('../features/sign-in/otp-page.tsx'), 'OtpPage')",
      lines: "const NoticesPage = later(() => import('../features/notices/notices-page.tsx'), 'NoticesPage')",
    },
    {
      place: 'product/portal/src/app/routes.tsx',
      below: 'export const routes: readonly Route[] = [',
      lines: "{ path: paths.notices, access: {}, frame: 'page', screen: NoticesPage },",
    },
  ],
  'A setting': [
    {
      place: 'product/server/src/config/config.ts',
      below: 'export type Config = DatabaseConfig & {',
      lines: 'noticeDays: number',
    },
    {
      place: 'product/server/src/config/config-from.ts',
      below: 'const config: Config = {',
      lines: "noticeDays: read.integer('NOTICE_DAYS', 30, 1, 365) ?? 0,",
    },
  ],
  'A text': [
    {
      place: 'product/portal/src/texts/en/orders.ts',
      below: 'export const orders = {',
      lines: "'orders.recent.hint': 'Newest first',",
    },
  ],
}
