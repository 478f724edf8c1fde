import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'

import { build, type Plugin, type ResolvedConfig } from 'vite'

import type { Prerendered } from '../src/prerender.tsx'
import { earlyScriptBytes } from './budgets.ts'
import { replaceOnce } from './replace-once.ts'

/**
 * Renders login.html beside index.html, with the log-in's form and its styles, so that it is painted and takes digits
 * before any script. The script inside it keeps an early submit (src/early.ts). Without JavaScript, both pages
 * say so.
 */
export function prerender(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'prerender',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    configResolved: resolved => void (config = resolved),
    writeBundle: {
      sequential: true,
      async handler({ dir = '' }) {
        const other = await readFile(join(dir, 'index.html'), 'utf8')
        const page = await withStylesInside(other, dir)
        const early = await builtEarly(config)
        const { logIn, didNotLoad, switchedOff } = await rendered(config)
        const markup = replaceOnce(logIn, 'name="mobile"', 'name="mobile" value="{{mobile}}"')
        const script = `<script data-address-lookup="{{addressLookup}}">${early}</script>`
        // Before the form, which a press would otherwise send to the server.
        const withEarly = replaceOnce(page, '</head>', `  ${script}\n  </head>`)
        const withMarkup = replaceOnce(withEarly, '></div>', `>${markup}</div>`)
        const whole = replaceOnce(withMarkup, '<body>', `<body>\n    ${didNotLoad}`)
        await writeFile(join(dir, 'login.html'), saysSwitchedOff(whole, switchedOff))
        await writeFile(join(dir, 'index.html'), saysSwitchedOff(other, switchedOff))
      },
    },
  }
}

/** Replaces the screen where scripts are off. */
function saysSwitchedOff(page: string, switchedOff: string): string {
  const hidden = '<noscript><style>#root{display:none}</style></noscript>'
  const withoutScreen = replaceOnce(page, '</head>', `  ${hidden}\n  </head>`)
  return replaceOnce(withoutScreen, '<body>', `<body>\n    ${switchedOff}`)
}

/** Inlines the styles: a separate file would cost the first paint a round trip. */
async function withStylesInside(page: string, folder: string): Promise<string> {
  const link = /<link rel="stylesheet"[^>]*href="\/(assets\/[^"]+\.css)"[^>]*>/
  const path = link.exec(page)?.[1] ?? ''
  const styles = await readFile(join(folder, path), 'utf8')
  return replaceOnce(page, link, `<style>${styles.trim()}</style>`)
}

/** Builds the script inside the page: one text without imports. */
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

async function rendered({ root, css, plugins }: ResolvedConfig): Promise<Prerendered> {
  const folder = await mkdtemp(join(tmpdir(), 'prerender-'))
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'warn',
      css: { modules: css.modules ?? {} },
      plugins: plugins.filter(({ name }) => name.startsWith('vite:react')),
      define: { 'process.env.NODE_ENV': '"production"' },
      ssr: { noExternal: true },
      build: {
        ssr: 'src/prerender.tsx',
        outDir: folder,
        minify: false,
        rolldownOptions: { output: { entryFileNames: 'prerender.mjs' } },
      },
    })
    const rendering: { prerender: () => Prerendered } = await import(
      pathToFileURL(join(folder, 'prerender.mjs')).href
    )
    return rendering.prerender()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
