import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import { expect, test } from 'vitest'

import { importsOf, without, withoutHints } from './leave-out.ts'

test('a left-out export is gone, and its neighbours stay', async () => {
  const file = createRequire(import.meta.url).resolve('react/package.json')
  const code = await readFile(file.replace('package.json', 'cjs/react.production.js'), 'utf8')
  const rest = without(['forwardRef', 'Children'], code)
  expect(rest).not.toContain('exports.forwardRef')
  expect(rest).not.toContain('exports.Children')
  for (const kept of ['createRef', 'isValidElement', 'Component', 'Activity', 'version'])
    expect(rest).toContain(`exports.${kept} =`)
})

test('the functions behind the left-out hints are gone, and flushSync stays', async () => {
  const file = createRequire(import.meta.url).resolve('react-dom/package.json')
  const code = await readFile(file.replace('package.json', 'cjs/react-dom-client.production.js'), 'utf8')
  const rest = withoutHints(code)
  expect(rest).toContain('f: flushSyncWork')
  for (const hint of ['D: prefetchDNS', 'S: preinitStyle', 'r: requestFormReset'])
    expect(rest).not.toContain(hint)
  expect(() => withoutHints(rest)).toThrow('have another shape')
})

test('an export that React no longer has stops the build', () => {
  expect(() => without(['gone'], 'exports.version = "1";')).toThrow('not in React any more')
})

test.each([
  ["import { useState, Children as Kids } from 'react'", 'Children', 'react'],
  ["import React, {\n  cloneElement,\n} from 'react'", 'cloneElement', 'react'],
  ['import * as React from "react"; React.forwardRef(a)', 'forwardRef', 'react'],
  ["import { flushSync } from 'react-dom'", 'flushSync', 'react-dom'],
])('%j counts as an import of %s', (code, name, from) => {
  expect(importsOf(code)).toContainEqual({ name, from })
})
