import { join } from 'node:path'
import { buildSync } from 'esbuild'

/** The programs that run outside Next.js. Each prints in one sentence what is wrong with the environment. */
const programs = {
  leads: `try { await (await import('./lib/cli/main')).main() }
    catch (error) { console.error(error.message || error.code); process.exitCode = 1 }`,
  server: `try { await (await import('./lib/http/server')).serve() }
    catch (error) { console.error('Cannot start: ' + error.message); process.exit(1) }`,
}

/**
 * Bundles the programs into a folder, so that they start fast and run where the source is not. They find the database
 * drivers in a `node_modules` folder above.
 * @param {string} folder
 */
export function bundleServer(folder) {
  for (const [name, contents] of Object.entries(programs))
    buildSync({
      stdin: { contents, resolveDir: join(import.meta.dirname, '..'), loader: 'ts' },
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      conditions: ['react-server'],
      external: ['libsql', 'next', 'pg'],
      // Packages in CommonJS call `require`.
      banner: {
        js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
      },
      outfile: join(folder, `${name}.mjs`),
    })
}
