import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { untilListening } from './ports'
import { temporaryFolder } from './temporary-folder'

// Debian installs nginx in /usr/sbin, which is not in every user's PATH.
const environment = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` }

export const nginxInstalled =
  spawnSync('nginx', ['-v'], { stdio: 'ignore', env: environment }).status === 0

/**
 * Starts nginx with this content of its `http` block, as any user, and waits until it listens on every port.
 * `{folder}` in the configuration becomes a new folder for caches and logs.
 */
export async function startNginx(
  http: string,
  ports: number[],
): Promise<{ stop(): Promise<void> }> {
  const folder = temporaryFolder('nginx')
  const errors = join(folder, 'error.log')
  const tempPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
    .join(' ')
  const root = process.getuid?.() === 0 ? 'user root;' : ''
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `${root} daemon off; worker_processes 1; pid ${join(folder, 'pid')};
    events { worker_connections 4096; }
    http { access_log off; ${tempPaths} ${http.replaceAll('{folder}', folder)} }`,
  )
  const child = spawn('nginx', ['-p', folder, '-e', errors, '-c', file], {
    stdio: 'ignore',
    env: environment,
  })
  const exited = new Promise((resolve) => child.on('exit', resolve))
  const stop = async () => {
    child.kill()
    await exited
  }
  for (const port of ports)
    await untilListening(port, child).catch((error) => {
      throw new Error(`nginx did not start: ${error}\n${readFileSync(errors, 'utf8')}`)
    })
  return { stop }
}
