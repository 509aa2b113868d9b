import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeBlocks, temporaryFolder } from '../process/files'
import { freePort, isListening } from '../process/ports'
import { programs, startProgram } from '../process/programs'
import { root } from '../site/site'

/** nginx with docs/nginx.conf. */

export const nginxInstalled = programs.nginx !== undefined

/**
 * Starts nginx with this configuration, as any user, and waits until it listens on every port. `{folder}` in it becomes a
 * new folder for caches and logs.
 */
async function startNginx(
  configuration: string,
  ports: number[],
): Promise<{ folder: string; stop(): Promise<void> }> {
  const folder = temporaryFolder('nginx')
  const tempPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path {folder}/${kind};`)
    .join(' ')
  const file = join(folder, 'nginx.conf')
  const complete = configuration.replace('http {', (start) => `${start} ${tempPaths}`)
  writeFileSync(file, complete.replaceAll('{folder}', folder))
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const args = ['-p', folder, '-e', 'stderr', '-c', file, '-g', `daemon off; ${user}`]
  const isReady = async () => {
    for (const port of ports) if (!(await isListening(port))) return false
    return true
  }
  // nginx ends its workers before it ends by SIGTERM.
  const { stop } = await startProgram(programs.nginx ?? 'nginx', args, isReady, {
    killSignal: 'SIGTERM',
  })
  return { folder, stop }
}

export type DocumentedNginx = {
  url: string
  port: number
  /** Answers requests without TLS. */
  plainPort: number
  /** Has access.log and error.log. */
  folder: string
  stop(): Promise<void>
}

/** Starts nginx with docs/nginx.conf, and with a change to it, in front of two sites. One stands for both. */
export async function startDocumentedNginx(
  sites: { url: string }[],
  change = (configuration: string) => configuration,
): Promise<DocumentedNginx> {
  const [port, plainPort] = [await freePort(), await freePort()]
  const configuration = change(documentedNginx(sites, port, plainPort))
  const { folder, stop } = await startNginx(configuration, [port, plainPort])
  return { url: `http://127.0.0.1:${port}`, port, plainPort, folder, stop }
}

/**
 * docs/nginx.conf for `startNginx`. Replaces only the user, the ports, the certificate, and the paths, which a test machine
 * does not have.
 */
function documentedNginx(sites: { url: string }[], port: number, plainPort: number): string {
  const [first = '', second = first] = sites.map(({ url }) => new URL(url).host)
  const file = readFileSync(join(root, 'docs/nginx.conf'), 'utf8').replaceAll('\r\n', '\n')
  const changes: [from: string, to: string][] = [
    ['user www-data;', ''],
    ['pid /run/nginx.pid;', 'pid {folder}/pid;'],
    ['/var/log/nginx/access.log', '{folder}/access.log'],
    ['/var/log/nginx/error.log', '{folder}/error.log'],
    ['/var/cache/site', '{folder}/cache'],
    ['127.0.0.1:3000', first],
    ['127.0.0.1:3001', second],
    ['listen 80;\n    listen [::]:80;', `listen 127.0.0.1:${plainPort};`],
    ['listen 443 ssl;\n    listen [::]:443 ssl;\n    http2 on;', `listen 127.0.0.1:${port};`],
    ['listen 443 ssl;\n    listen [::]:443 ssl;\n', `listen 127.0.0.1:${port};\n`],
    ['ssl_certificate /etc/letsencrypt/live/www.example.com/fullchain.pem;', ''],
    ['ssl_certificate_key /etc/letsencrypt/live/www.example.com/privkey.pem;', ''],
  ]
  return changes.reduce((text, [from, to]) => {
    if (text.split(from).length !== 2) throw new Error(`docs/nginx.conf must contain once: ${from}`)
    return text.replace(from, () => to)
  }, file)
}

/** A client with this address can name any other as its own. */
export const balancer = '127.0.0.65'

/** The change that docs/configuration.md names for a site behind a load balancer. */
export function trustBalancer(configuration: string): string {
  const [lines = ''] = codeBlocks('docs/configuration.md', '## The server', 'nginx')
  return configuration.replace('http {', `http {\n${lines.replace('10.0.0.0/8', balancer)}`)
}
