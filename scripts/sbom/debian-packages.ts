import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Component } from './component.ts'

/** Lists the installed packages of the Debian system whose `/` is `root`, or no packages for another system. */
export function debianPackages(root: string): Component[] {
  const file = join(root, 'var', 'lib', 'dpkg', 'status')
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n\n')
    .flatMap(paragraph => {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(paragraph)?.[1]
      const [name, version, architecture] = ['Package', 'Version', 'Architecture'].map(field)
      if (!name || !version || !field('Status')?.endsWith(' installed')) return []
      const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${architecture}`
      return [{ type: 'library' as const, 'bom-ref': purl, name, version, purl }]
    })
}
