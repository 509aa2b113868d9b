import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isListening } from '../process/ports'
import { programs } from '../process/programs'
import { startProgram } from '../process/start-program'
import { temporaryFolder } from '../process/temporary-folder'

export const nginxInstalled = programs.nginx !== undefined

/** A configuration with this content of its `http` block, and as many connections as Debian's. */
export function plainConfiguration(http: string): string {
  return `worker_processes 1; pid {folder}/pid; events { worker_connections 768; } http { access_log off; ${http} }`
}

/**
 * Starts nginx with this configuration, as any user, and waits until it listens on every port. `{folder}` in it becomes a
 * new folder for caches and logs.
 */
export async function startNginx(
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
