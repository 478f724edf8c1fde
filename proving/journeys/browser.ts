import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { Complaint } from '../../scripts/complaint.ts'
import { installDebianPackages } from '../../scripts/debian-packages.ts'
import { inRoot } from '../../scripts/folders.ts'
import type { Progress } from '../../scripts/progress.ts'
import { run, runNode } from '../../scripts/run.ts'

const names = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser']

const usualPlaces = [
  '/usr/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ...[process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
    .filter(folder => folder !== undefined)
    .map(folder => join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')),
]

/**
 * Returns the path of a Chromium for the browser tests: the one in CHROMIUM_PATH, an installed one, or a newly
 * installed one (by apt on Debian as root, else by Playwright into its own folder).
 */
export async function ensureBrowser(progress: Progress): Promise<string> {
  return (
    (await installed()) ??
    (await progress('Installing a browser', () => fromApt())) ??
    (await fromPlaywright(progress))
  )
}

async function installed(): Promise<string | undefined> {
  const named = process.env.CHROMIUM_PATH
  if (named && !(await works(named))) throw new Complaint(`CHROMIUM_PATH=${named} is no browser that starts.`)
  if (named) return named
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap(folder => names.map(name => join(folder, name)))
  for (const path of [...onPath, ...usualPlaces]) {
    if (existsSync(path) && (await works(path))) return path
  }
  const own = await playwrightsOwn()
  return existsSync(own) ? own : undefined
}

/** Ubuntu's /usr/bin/chromium-browser may be a script that only recommends a snap. */
async function works(path: string): Promise<boolean> {
  // On Windows, chrome.exe opens a window instead of printing its version.
  if (process.platform === 'win32') return existsSync(path)
  return (await run(path, ['--version'], { quiet: true })).code === 0
}

async function fromApt(): Promise<string | undefined> {
  await installDebianPackages('chromium', 'fonts-liberation')
  return existsSync('/usr/bin/chromium') && (await works('/usr/bin/chromium'))
    ? '/usr/bin/chromium'
    : undefined
}

async function fromPlaywright(progress: Progress): Promise<string> {
  return progress('Downloading Chromium', async () => {
    const { code, output } = await runNode(
      [inRoot('proving/node_modules/@playwright/test/cli.js'), 'install', 'chromium'],
      {
        quiet: true,
      },
    )
    if (code === 0) return playwrightsOwn()
    throw new Complaint(`No browser was found or could be installed; set CHROMIUM_PATH.\n${output.trim()}`)
  })
}

async function playwrightsOwn(): Promise<string> {
  const { chromium } = await import('@playwright/test')
  return chromium.executablePath()
}
