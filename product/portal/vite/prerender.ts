import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'

import { languageCodes, type Language } from '@ekyc/contract/languages'
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite'

import type { Prerendered } from '../src/prerender.tsx'
import { earlyScriptBytes } from './budgets.ts'
import { reactWithTexts } from '@ekyc/ui/vite/complete-texts.ts'
import { replaceOnce } from './replace-once.ts'

/**
 * Builds two pages for each language from index.html. For Hindi, these are login.hi.html with the log-in's form and
 * styles, and index.hi.html for the other screens. The log-in therefore shows in the agent's language and accepts
 * digits before the portal has loaded. The inline script of login.hi.html stores a submit that the agent presses before
 * the portal has loaded (src/early.ts). If JavaScript is off, both pages show a notice.
 */
export function prerender(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'prerender',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    configResolved: resolved => void (config = resolved),
    writeBundle: {
      sequential: true,
      async handler({ dir = '' }, bundle) {
        const template = await readFile(join(dir, 'index.html'), 'utf8')
        const early = await builtEarly(config)
        await rendered(config, async (language, screen) => {
          const other = inLanguage(template, language, screen)
          const login = await withStylesInside(other, dir)
          const whole = preloading(other, textsFile(bundle, language))
          await writeFile(join(dir, `login.${language}.html`), withForm(login, early, screen))
          await writeFile(join(dir, `index.${language}.html`), whole)
        })
        await rm(join(dir, 'index.html'))
      },
    },
  }
}

function inLanguage(template: string, language: Language, { switchedOff, texts }: Prerendered): string {
  const hidden = '<noscript><style>#root{display:none}</style></noscript>'
  const block = `<script id="texts" type="application/json">${JSON.stringify(texts).replaceAll('<', '\\u003c')}</script>`
  const inOwn = replaceOnce(template, '<html lang="en">', `<html lang="${language}">`)
  const withoutScreen = replaceOnce(inOwn, '</head>', `  ${hidden}\n  </head>`)
  const saying = replaceOnce(withoutScreen, '<body>', `<body>\n    ${switchedOff}`)
  return replaceOnce(saying, '</body>', `  ${block}\n  </body>`)
}

function withForm(page: string, early: string, { logIn, didNotLoad }: Prerendered): string {
  // Removes React's preload links for pictures, because the pictures stand right after these links.
  const inOne = logIn.replaceAll(/<link rel="preload" as="image"[^>]*>/g, '')
  const markup = replaceOnce(inOne, 'name="mobile"', 'name="mobile" value="{{mobile}}"')
  const { rest, files } = withoutPortal(page)
  const script = `<script data-address-lookup="{{addressLookup}}" data-portal="${files.join(' ')}">${early}</script>`
  // The script stands after the form, so that the browser can paint the form before it compiles the script.
  const withMarkup = replaceOnce(rest, '{{logo}}"></div>', `{{logo}}">${markup}</div>\n    ${script}`)
  return replaceOnce(withMarkup, '<body>', `<body>\n    ${didNotLoad}`)
}

/** The page's inline script loads the removed files after the first paint. */
function withoutPortal(page: string): { rest: string; files: string[] } {
  const loading =
    /\s*<(?:script type="module"|link rel="modulepreload")[^>]* (?:src|href)="([^"]+)"[^>]*>(?:<\/script>)?/g
  const files = Array.from(page.matchAll(loading), ([, file = '']) => file)
  if (files.length === 0) throw new Error('The built page loads no script.')
  const rest = replaceOnce(
    page.replaceAll(loading, ''),
    /\s*<link rel="preload" href="\/branding.json"[^>]*>/,
    '',
  )
  return { rest, files }
}

/** Adds a preload of the language's texts, which every screen except the log-in needs before it shows. */
function preloading(page: string, file: string): string {
  return replaceOnce(page, '</head>', `  <link rel="modulepreload" crossorigin href="/${file}">\n  </head>`)
}

function textsFile(bundle: Rolldown.OutputBundle, language: Language): string {
  const chunk = Object.values(bundle).find(part => part.type === 'chunk' && part.name === language)
  if (!chunk) throw new Error(`The build has no chunk of the language ${language}.`)
  return chunk.fileName
}

/** A separate file of styles would delay the first paint by a round trip. */
async function withStylesInside(page: string, folder: string): Promise<string> {
  const link = /<link rel="stylesheet"[^>]*href="\/(assets\/[^"]+\.css)"[^>]*>/
  const path = link.exec(page)?.[1] ?? ''
  const styles = await readFile(join(folder, path), 'utf8')
  return replaceOnce(page, link, `<style>${styles.trim()}</style>`)
}

async function builtEarly({ root }: ResolvedConfig): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'baseline-widely-available',
      modulePreload: false,
      rolldownOptions: { input: join(root, 'src/early.ts'), output: { format: 'iife' } },
    },
  })
  const [script] = 'output' in built ? built.output : []
  const code = script?.code.trim() ?? ''
  const bytes = brotliCompressSync(code).length
  if (code === '' || bytes > earlyScriptBytes)
    throw new Error(`src/early.ts needs ${bytes} B, its budget is ${earlyScriptBytes} B`)
  return code
}

async function rendered(
  { root, css }: ResolvedConfig,
  write: (language: Language, screen: Prerendered) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'prerender-'))
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'warn',
      css: { modules: css.modules ?? {} },
      plugins: reactWithTexts(join(root, 'src/texts')),
      define: { 'process.env.NODE_ENV': '"production"' },
      ssr: { noExternal: true },
      build: {
        ssr: 'src/prerender.tsx',
        outDir: folder,
        minify: false,
        rolldownOptions: { output: { entryFileNames: 'prerender.mjs' } },
      },
    })
    const rendering: { prerender: (language: Language) => Promise<Prerendered> } = await import(
      pathToFileURL(join(folder, 'prerender.mjs')).href
    )
    for (const language of languageCodes) await write(language, await rendering.prerender(language))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
