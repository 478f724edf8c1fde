'use strict'

// npm runs this file before `npm start` and `npm test`, on any version of Node, so it uses the syntax of 2010. Where
// the machine's Node cannot run TypeScript, it installs the one of scripts/package.json, whose link in
// node_modules/.bin comes first in the PATH of every npm script.
var spawnSync = require('child_process').spawnSync
var fs = require('fs')
var path = require('path')

var nodes = readJson(path.join(__dirname, 'package.json')).optionalDependencies
var end = (process.platform === 'win32' ? 'win' : process.platform) + '-' + process.arch
var name = Object.keys(nodes).find(function (each) {
  return each.endsWith(end)
})

if (isOlderThan(20, 19))
  fail('Node 20.19 or newer is needed, this is ' + process.version + '. Get one at https://nodejs.org')
var installed = installedVersion()
if (installed ? installed !== nodes[name] : isOlderThan(22, 18)) install()

function install() {
  if (!name)
    fail('Node 22.18 or newer is needed, this is ' + process.version + '. Get one at https://nodejs.org')
  console.error('  Installing Node ' + nodes[name] + ' (only after a clone or an update) …')
  var words = ['install', '--no-save', '--ignore-scripts', '--prefer-offline', '--workspace=scripts']
  var npm = spawnSync(process.execPath, [process.env.npm_execpath].concat(words), {
    cwd: path.dirname(__dirname),
    encoding: 'utf8',
  })
  if (npm.status !== 0) fail('Node ' + nodes[name] + ' could not be installed:\n' + npm.stdout + npm.stderr)
}

function installedVersion() {
  var file = path.join(__dirname, '..', 'node_modules', name || 'none', 'package.json')
  return fs.existsSync(file) ? readJson(file).version : undefined
}

function isOlderThan(major, minor) {
  var have = process.versions.node.split('.')
  return Number(have[0]) < major || (Number(have[0]) === major && Number(have[1]) < minor)
}

function readJson(file) {
  return JSON.parse(fs.readFileSync(file, 'utf8'))
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
