import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * `npm run tool -- platforms`: asks npm what `npm ci` would install on every supported system, and checks that each tool
 * with native code has its part for that system. npm silently skips an optional package that the lockfile does not name,
 * and the build then fails on that system only. Also asks the oldest npm that package.json allows, which reads less than
 * newer ones: 9.2.0 of Debian 13 does not read some `overrides`. And the newest, which skips scripts that it does not list.
 */

const platforms: [os: string, cpu: string, libc?: string][] = [
  ['darwin', 'arm64'],
  ['darwin', 'x64'],
  ['win32', 'x64'],
  ['linux', 'arm64', 'glibc'],
  ['linux', 'x64', 'glibc'],
  ['linux', 'x64', 'musl'],
]

/** The first letters of the packages with the native code of Next.js, Tailwind, Biome, knip, and so on. */
const nativeParts = [
  '@next/swc-',
  '@tailwindcss/oxide-',
  '@biomejs/cli-',
  '@libsql/',
  '@esbuild/',
  '@rolldown/binding-',
  '@typescript/typescript-',
  'lightningcss-',
  '@oxc-parser/binding-',
  '@oxc-resolver/binding-',
]

type Locked = { version?: string; os?: string[]; cpu?: string[]; libc?: string[] }

const root = join(import.meta.dirname, '../..')
const lock: Record<string, Locked> = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
).packages

const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const folder = mkdtempSync(join(tmpdir(), 'platforms-'))
for (const file of ['package.json', 'package-lock.json'])
  cpSync(join(root, file), join(folder, file))
const incomplete = platforms.filter((platform) => !hasAllParts(...platform))
const { npm: oldest } = engines
const areRead = [
  canInstall(`npx --yes npm@${oldest.replace('>=', '')} ci`),
  // It needs a newer Node than the site does.
  canInstall('npx --yes --package=node@24 --package=npm@latest -- npm ci --strict-allow-scripts'),
]
rmSync(folder, { recursive: true })
process.exit(incomplete.length > 0 || areRead.includes(false) ? 1 : 0)

function canInstall(npmCi: string): boolean {
  const { status, stderr } = spawnSync(`${npmCi} --dry-run --no-audit --no-fund --loglevel=error`, {
    cwd: folder,
    encoding: 'utf8',
    shell: true,
  })
  console.log(`${npmCi}: ${status === 0 ? 'works' : `fails\n  ${stderr.trim()}`}`)
  return status === 0
}

function hasAllParts(os: string, cpu: string, libc?: string): boolean {
  const target = `--os=${os} --cpu=${cpu}${libc ? ` --libc=${libc}` : ''}`
  const { status, stdout, stderr } = spawnSync(
    `npm ci --dry-run --ignore-scripts --no-audit --no-fund --loglevel=error ${target}`,
    { cwd: folder, encoding: 'utf8', shell: true },
  )
  const added = [...stdout.matchAll(/^add (\S+) (\S+)$/gm)].map(([, name = '', version = '']) => ({
    name,
    version,
  }))
  const runsHere = ({ name, version }: { name: string; version: string }) => {
    const locked = Object.entries(lock).find(
      ([path, each]) => path.endsWith(`node_modules/${name}`) && each.version === version,
    )?.[1]
    return Boolean(
      locked?.os?.includes(os) &&
        locked.cpu?.includes(cpu) &&
        (!libc || !locked.libc || locked.libc.includes(libc)),
    )
  }
  const missing = nativeParts.filter(
    (part) => !added.some((each) => each.name.startsWith(part) && runsHere(each)),
  )
  const system = [os, cpu, libc].filter(Boolean).join(' ')
  const faults = stderr.match(/(Missing|Invalid): .*/g) ?? [stderr.trim()]
  if (status !== 0) console.log(`${system}: npm ci fails\n  ${faults.join('\n  ')}`)
  else if (missing.length > 0) console.log(`${system}: no package for ${missing.join(', ')}`)
  else console.log(`${system}: ${nativeParts.length} of ${nativeParts.length} native parts`)
  return status === 0 && missing.length === 0
}
