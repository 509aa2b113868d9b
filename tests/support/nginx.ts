import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isListening } from './ports'
import { programs } from './programs'
import { startProgram } from './start-program'
import { temporaryFolder } from './temporary-folder'

export const nginxInstalled = programs.nginx !== undefined

/**
 * Starts nginx with this content of its `http` block, as any user, and waits until it listens on every port.
 * `{folder}` in the configuration becomes a new folder for caches and logs.
 */
export async function startNginx(
  http: string,
  ports: number[],
): Promise<{ stop(): Promise<void> }> {
  const folder = temporaryFolder('nginx')
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
  const args = ['-p', folder, '-e', 'stderr', '-c', file]
  const nginx = await startProgram(programs.nginx ?? 'nginx', args, async () => {
    for (const port of ports) if (!(await isListening(port))) return false
    return true
  })
  return { stop: () => nginx.stop('SIGTERM') }
}
