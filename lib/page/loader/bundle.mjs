import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { buildSync } from 'esbuild'

/** Bundles and minifies the inline script of every page (inline-script.ts). The hash is for the Content-Security-Policy. */
export function bundleLoader() {
  const { outputFiles } = buildSync({
    entryPoints: [join(import.meta.dirname, 'inline-script.ts')],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2020',
    charset: 'utf8',
    write: false,
  })
  const source = outputFiles[0]?.text.trim() ?? ''
  return { source, hash: hashOf(source) }
}

/** @param {string} script */
export function hashOf(script) {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}
