import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { listenOnFreePort } from '../../support/process/ports'
import { root } from '../../support/site/site'

const version = '4.23.0'

/** Installs the shadcn command outside of the project's packages, because it has 225 of its own. */
export function installShadcn(): string {
  const folder = join(root, 'node_modules', '.cache', `shadcn-${version}`)
  const { status, stderr } = spawnSync(
    `npm install --prefix "${folder}" --no-audit --no-fund --prefer-offline shadcn@${version}`,
    { shell: true, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`shadcn@${version} could not be installed:\n${stderr}`)
  return join(folder, 'node_modules', 'shadcn', 'dist', 'index.js')
}

/**
 * The registry that `shadcn add` asks for the base color of a project. It has nothing else, so an item that needs another
 * one fails. `requests` lists the paths that were asked for.
 */
export async function startRegistry() {
  const requests: string[] = []
  const color = JSON.stringify({
    inlineColors: { light: {}, dark: {} },
    cssVars: { light: {}, dark: {} },
    inlineColorsTemplate: '',
    cssVarsTemplate: '',
  })
  const server = createServer(({ url = '' }, response) => {
    requests.push(url)
    if (url !== '/r/colors/neutral.json') response.statusCode = 404
    response.end(response.statusCode === 200 ? color : '{}')
  })
  const port = await listenOnFreePort(server)
  return { url: `http://127.0.0.1:${port}/r`, requests, stop: () => server.close() }
}
