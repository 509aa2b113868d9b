import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Locator } from '@playwright/test'
import { dark, light } from '@/scripts/theme'
import { expect, test } from '../../support/browser/test'
import { filesIn } from '../../support/process/files'
import { copyProject } from '../../support/site/other-build'
import { root, startSite } from '../../support/site/site'
import { installShadcn, startRegistry } from './registry'

/** An item as registries have them: names of the theme, `cn`, variants, a class for the dark scheme, and our button. */
const notice = `import type { ComponentProps } from "react"
import { Button } from "@/components/ui/button"
import { cn } from "@/lib/utils"

const variants = {
  default: "bg-card text-card-foreground dark:border-ring",
  destructive: "bg-card text-destructive border-destructive",
}

export function Notice({
  variant = "default",
  className,
  children,
  ...props
}: ComponentProps<"div"> & { variant?: keyof typeof variants }) {
  return (
    <div
      data-slot="notice"
      className={cn("rounded-md border p-4 text-sm", variants[variant], { "shadow-xs": true }, className)}
      {...props}
    >
      <p className="text-muted-foreground">{children}</p>
      <span className="bg-primary text-primary-foreground">new</span>
      <Button variant="outline" size="sm">Close</Button>
    </div>
  )
}
`
const item = {
  $schema: 'https://ui.shadcn.com/schema/registry-item.json',
  name: 'notice',
  type: 'registry:ui',
  files: [{ path: 'ui/notice.tsx', type: 'registry:ui', content: notice }],
}
const page = `import { Notice } from '@/components/ui/notice'

export default function NoticePage() {
  return (
    <div className="wrap grid gap-4 py-section">
      <h1 className="text-head">Notices</h1>
      <Notice>A notice</Notice>
      <Notice variant="destructive">A warning</Notice>
    </div>
  )
}
`

test('`shadcn add` adds a component that passes the type check, builds, and has the colors of the site', async ({
  browser,
  receiver,
  failOnErrors,
}, testInfo) => {
  // It installs the command and builds the site.
  test.setTimeout(900_000)
  const project = copyProject('shadcn')
  writeFileSync(join(project, 'notice.json'), JSON.stringify(item))
  const registry = await startRegistry()
  await run(project, installShadcn(), ['add', './notice.json', '--yes'], {
    REGISTRY_URL: registry.url,
    NODE_OPTIONS: `--import=${new URL('./loopback-only.mjs', import.meta.url)}`,
  })
  registry.stop()
  expect(registry.requests).toEqual(['/r/colors/neutral.json'])
  expect(changedFiles(project)).toEqual(['components/ui/notice.tsx', 'notice.json'])

  mkdirSync(join(project, 'app/notice'))
  writeFileSync(join(project, 'app/notice/page.tsx'), page)
  await run(project, 'node_modules/typescript/bin/tsc', ['--noEmit'])
  await run(project, 'scripts/build.mjs', [])

  const site = await startSite(receiver, {}, join(project, '.next/standalone'))
  for (const [colorScheme, colors] of [
    ['light', light],
    ['dark', dark],
  ] as const) {
    const visitor = await browser.newPage({ colorScheme })
    await failOnErrors(visitor)
    await visitor.goto(`${site.url}/notice`)
    const [plain, warning] = [0, 1].map((index) =>
      visitor.locator('[data-slot=notice]').nth(index),
    ) as [Locator, Locator]
    const isDark = colorScheme === 'dark'
    await expect(plain).toHaveCSS('background-color', rgb(colors.card))
    await expect(plain).toHaveCSS('color', rgb(colors.foreground))
    await expect(plain).toHaveCSS('border-color', rgb(isDark ? colors.water : colors.border))
    await expect(plain).toHaveCSS('border-radius', '8px')
    await expect(plain.getByText('A notice')).toHaveCSS('color', rgb(colors['muted-foreground']))
    await expect(plain.getByText('new')).toHaveCSS('background-color', rgb(colors.primary))
    await expect(plain.getByText('new')).toHaveCSS('color', rgb(colors['primary-foreground']))
    await expect(warning).toHaveCSS('color', rgb(colors.destructive))
    await expect(warning).toHaveCSS('border-color', rgb(colors.destructive))
    const picture = testInfo.outputPath(`notice-${colorScheme}.png`)
    await visitor.screenshot({ path: picture })
    await testInfo.attach(`notice-${colorScheme}`, { path: picture, contentType: 'image/png' })
    await visitor.close()
  }
  await site.stop()
})

/** The files of the copy that the project does not have, or has otherwise. */
function changedFiles(project: string): string[] {
  return filesIn(project)
    .map((path) => relative(project, path))
    .filter((name) => !name.startsWith('node_modules'))
    .filter((name) => {
      const original = join(root, name)
      return (
        !existsSync(original) || !readFileSync(original).equals(readFileSync(join(project, name)))
      )
    })
    .sort()
}

/** Runs a program of Node in the copy. Throws with its output if it fails. */
async function run(cwd: string, program: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const code = await new Promise((resolve) => child.on('close', resolve))
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${output}`)
}

function rgb(hex = ''): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return `rgb(${channels.join(', ')})`
}
