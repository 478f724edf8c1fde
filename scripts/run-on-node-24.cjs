// @ts-check
'use strict'

// Chooses the Node for a program: the machine's own if it is 22.18 or newer, else the one from npm. This file runs on
// Node 20.19.
const { spawn, spawnSync } = require('node:child_process')
const { existsSync, readFileSync } = require('node:fs')
const { enableCompileCache } = require('node:module')
const { dirname, join, resolve } = require('node:path')
const { pathToFileURL } = require('node:url')

const { isOlder, leastForPrograms, nodeComplaint } = require('./node-version.cjs')

const root = dirname(__dirname)
const LOOK_AT_PARENT_MS = 200

const words = process.argv.slice(2)
const mayInstall = words[0] !== '--no-install'
const [program, ...args] = mayInstall ? words : words.slice(1)
if (program === undefined) fail('Usage: node scripts/launch.cjs [--no-install] PROGRAM [ARGUMENT …]')
const file = resolve(root, program)
// The cache keeps compiled programs. It saves a start of the server, or a run of one test file, half a second.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'node')
const node = newEnoughNode() ?? packagedNode() ?? (mayInstall ? installNode() : undefined)

if (!node) fail('Packages are missing: run npm start once, or npm ci --ignore-scripts.')
else if (program.includes('node_modules/') && !existsSync(file)) {
  // `npm start` does not need the packages of the tests.
  const ofProving = program.startsWith('proving/') ? ' --prefix proving' : ''
  fail(`The packages of the tests are missing: run npm ci --ignore-scripts${ofProving}.`)
} else if (node === process.execPath) runHere()
else runOn(node)

/**
 * Finds a Node that is new enough. npm may run on another Node than this process, because `node_modules/.bin` comes
 * first in a script's PATH.
 */
function newEnoughNode() {
  const npms = process.env.npm_node_execpath
  const [, npmsVersion] = /\bnode\/(v[\d.]+)/.exec(process.env.npm_config_user_agent ?? '') ?? []
  if (npms && npmsVersion && !isOlder(npmsVersion, leastForPrograms) && existsSync(npms)) return npms
  return isOlder(process.version, leastForPrograms) ? undefined : process.execPath
}

function packagedNode() {
  for (const [name, version] of Object.entries(wantedNodes())) {
    const folder = join(root, 'node_modules', name)
    if (
      !existsSync(join(folder, 'package.json')) ||
      readJson(join(folder, 'package.json')).version !== version
    )
      continue
    return join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  }
  return undefined
}

function installNode() {
  const [version] = Object.entries(wantedNodes()).flatMap(([name, wanted]) =>
    name.endsWith(`${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`)
      ? [wanted]
      : [],
  )
  if (!version) fail(nodeComplaint(process.version, leastForPrograms))
  console.error(
    `  Installing Node ${version}, since this is ${process.version} (only after a clone or an update) …`,
  )
  const npm = ['install', '--no-save', '--ignore-scripts', '--prefer-offline', '--workspace=scripts']
  const cli = process.env.npm_execpath
  const { status, stdout, stderr } = cli?.endsWith('.js')
    ? spawnSync(process.execPath, [cli, ...npm], { cwd: root, encoding: 'utf8' })
    : spawnSync('npm', npm, { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' })
  const installed = packagedNode()
  if (status !== 0 || !installed)
    fail(`Node ${version} could not be installed:\n${stdout ?? ''}${stderr ?? ''}`)
  return installed
}

/** Runs the program in this process, so that no signal has to be passed on. */
function runHere() {
  enableCompileCache?.()
  process.argv.splice(1, process.argv.length, file, ...args)
  void import(pathToFileURL(file).href)
}

/** @param {string} path */
function runOn(path) {
  const child = spawn(path, ['--disable-warning=ExperimentalWarning', file, ...args], {
    stdio: 'inherit',
    // LAUNCHER_PID tells the program that its parent is the launcher instead of npm.
    env: { ...process.env, LAUNCHER_PID: String(process.pid) },
  })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK']))
    process.on(signal, () => child.kill(signal))
  child.on('error', error => fail(`${path} does not run on this machine (${error.message}).`))
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code ?? 1)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
  // npm sends its children no signal when kill -9 ends it.
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), LOOK_AT_PARENT_MS).unref()
}

/** @returns {Record<string, string>} */
function wantedNodes() {
  return readJson(join(root, 'scripts', 'package.json')).optionalDependencies
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
