import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { languageCodes, type Language } from '@ekyc/contract/languages'
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite'
import { reactWithTexts } from '@ekyc/ui/vite/complete-texts.ts'

import type { Prerendered } from '../src/prerender.tsx'
import { replaceOnce } from './brand-placeholders.ts'

/** The most bytes of script and styles on the log-in, after compression with brotli. The brand's styles take 85. */
const logInBytes = 12_000 - 85

/**
 * Builds two pages for each language from index.html. For Hindi, these are login.hi.html, which has the log-in with its
 * styles and its script (src/log-in/), and index.hi.html for the other screens. If JavaScript is off, both pages show a
 * notice.
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
        const script = await builtScript(config)
        await rendered(config, async (language, screen) => {
          const texts = textsFiles(bundle, language)
          const logIn = await logInPage(
            pageOf(template, language, screen, 'logIn'),
            dir,
            screen,
            script,
            texts,
          )
          await writeFile(join(dir, `login.${language}.html`), logIn)
          const others = pageOf(template, language, screen, 'others')
          await writeFile(join(dir, `index.${language}.html`), preloading(others, texts))
        })
        await rm(join(dir, 'index.html'))
      },
    },
  }
}

/** Shows the log-in on the development server, which builds nothing. The page has one language and no branding. */
export function logInInDevelopment(): Plugin {
  return {
    name: 'log-in-in-development',
    apply: 'serve',
    async transformIndexHtml(html, { originalUrl = '', server }) {
      if (!server || !/^\/(login\/?)?$/.test(originalUrl)) return html
      const rendering = (await server.ssrLoadModule('/src/prerender.tsx')) as Rendering
      const { logIn, texts } = await rendering.prerender('en')
      const markup = logIn
        .replaceAll(/\{\{#(?!en\})(\w+)\}\}.*?\{\{\/\1\}\}/gs, '')
        .replaceAll(/\{\{[^|}]*\|?([^}]*)\}\}/g, '$1')
      const places = 'data-portal="/src/main.tsx" data-address-lookup="/api/v1/address"'
      const page = replaceOnce(
        html,
        '<div id="root">',
        `${textsBlock(texts.logIn)}<div id="root" ${places}>${markup}`,
      )
      return replaceOnce(page, 'src="/src/main.tsx"', 'src="/src/log-in/script.ts"')
    },
  }
}

type Rendering = { prerender: (language: Language) => Promise<Prerendered> }

function textsBlock(texts: Record<string, string>): string {
  return `<script id="texts" type="application/json">${JSON.stringify(texts).replaceAll('<', '\\u003c')}</script>`
}

function pageOf(
  template: string,
  language: Language,
  { switchedOff, texts }: Prerendered,
  which: 'logIn' | 'others',
): string {
  const hidden = '<noscript><style>#root{display:none}</style></noscript>'
  const inOwn = replaceOnce(template, '<html lang="en">', `<html lang="${language}">`)
  const withoutScreen = replaceOnce(inOwn, '</head>', `  ${hidden}\n  </head>`)
  // The data stands before the root, so that the log-in's script finds it.
  return replaceOnce(withoutScreen, '<body>', `<body>\n    ${switchedOff}\n    ${textsBlock(texts[which])}`)
}

/** Puts everything that the log-in needs into the page. Another file would delay the first paint by a round trip. */
async function logInPage(
  page: string,
  folder: string,
  { title, logIn }: Prerendered,
  script: string,
  texts: string[],
): Promise<string> {
  const link = /<link rel="stylesheet"[^>]*href="\/(assets\/[^"]+\.css)"[^>]*>/
  const styles = (await readFile(join(folder, link.exec(page)?.[1] ?? ''), 'utf8')).trim()
  const bytes = brotliCompressSync(`${styles}\n${script}`).length
  if (bytes > logInBytes) throw new Error(`The log-in needs ${bytes} B, its budget is ${logInBytes} B.`)
  const withStyles = replaceOnce(page, link, `<style>${styles}</style>`)
  const titled = replaceOnce(withStyles, '<title>', `<title>${title} · `)
  // The first paint waits for the whole log-in, since the form would move down when a slow line brings the footer. It
  // does not wait for the script behind it.
  const atOnce = replaceOnce(
    titled,
    '</head>',
    '<link rel="expect" href="#end" blocking="render">\n  </head>',
  )
  const { rest, files } = withoutPortal(atOnce)
  const portal = [...new Set([...files, ...texts])].join(' ')
  const places = `data-portal="${portal}" data-texts="${texts[0]}" data-address-lookup="{{addressLookup}}"`
  const withPlaces = replaceOnce(rest, '<div id="root"', `<div id="root" ${places}`)
  // The script stands after the form, so that the browser can paint the form before it compiles the script.
  return replaceOnce(
    withPlaces,
    '{{logo}}"></div>',
    `{{logo}}">${logIn}</div>\n    <span id="end" hidden></span>\n    <script>${script}</script>`,
  )
}

/** The log-in's script loads the removed files after the first paint. */
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

function preloading(page: string, files: string[]): string {
  const links = files.map(file => `  <link rel="modulepreload" crossorigin href="${file}">\n  `)
  return replaceOnce(page, '</head>', `${links.join('')}</head>`)
}

function textsFiles(bundle: Rolldown.OutputBundle, language: Language): string[] {
  const chunk = Object.values(bundle).find(part => part.type === 'chunk' && part.name === language)
  if (chunk?.type !== 'chunk') throw new Error(`The build has no chunk of the language ${language}.`)
  return [chunk.fileName, ...chunk.imports].map(file => `/${file}`)
}

async function builtScript({ root }: ResolvedConfig): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'baseline-widely-available',
      modulePreload: false,
      rolldownOptions: { input: join(root, 'src/log-in/script.ts'), output: { format: 'iife' } },
    },
  })
  const [script] = 'output' in built ? built.output : []
  if (!script?.code) throw new Error('The build has no script of the log-in.')
  return script.code.trim()
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
      plugins: reactWithTexts(),
      define: { 'process.env.NODE_ENV': '"production"' },
      ssr: { noExternal: true },
      build: {
        ssr: 'src/prerender.tsx',
        outDir: folder,
        minify: false,
        rolldownOptions: { output: { entryFileNames: 'prerender.mjs' } },
      },
    })
    const rendering: Rendering = await import(pathToFileURL(join(folder, 'prerender.mjs')).href)
    for (const language of languageCodes) await write(language, await rendering.prerender(language))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
