import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Debian has it where only root looks for commands.
const environment = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` }

export const nginxInstalled =
  spawnSync('nginx', ['-v'], { stdio: 'ignore', env: environment }).status === 0

/**
 * Runs nginx with the given content of its `http` block, as any user, until it is stopped. `{folder}` in it becomes
 * an empty folder of its own, for caches and logs. Waits until it listens on every port given.
 */
export async function startNginx(
  http: string,
  ports: number[],
): Promise<{ stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'))
  const errors = join(folder, 'error.log')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
    .join(' ')
  const root = process.getuid?.() === 0 ? 'user root;' : ''
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `${root} daemon off; worker_processes 1; pid ${join(folder, 'pid')};
    events { worker_connections 4096; }
    http { access_log off; ${temporary} ${http.replaceAll('{folder}', folder)} }`,
  )
  const child = spawn('nginx', ['-p', folder, '-e', errors, '-c', file], {
    stdio: 'ignore',
    env: environment,
  })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  const stop = async () => {
    child.kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  for (const port of ports)
    while (!(await listens(port)))
      if (child.exitCode !== null) {
        const told = readFileSync(errors, 'utf8')
        await stop()
        throw new Error(`nginx did not start:\n${told}`)
      }
  return { stop }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true))
    socket.on('error', () => setTimeout(resolve, 20, false))
    socket.on('connect', () => socket.destroy())
  })
}
