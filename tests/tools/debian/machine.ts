import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { temporaryFolder } from '../../support/process/files'
import { listenOnFreePort } from '../../support/process/ports'
import { sleep } from '../../support/process/wait'
import { root } from '../../support/site/site'

const systemd = '/lib/systemd/systemd'
const nodeOfTests = 'node-of-tests'

/** Boots systemd in a copy of a tree of Debian that is kept in memory, with a network of its own. */
const boot = `set -e
mount -t tmpfs tmpfs "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=$4,upperdir=$1/upper,workdir=$1/work" "$1/root"
cd "$1/root"
mount -t proc proc proc
# Read-only, so that systemd does not set up this machine's kernel.
mount --bind -o ro proc/sys proc/sys
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
for folder in run tmp dev; do mount -t tmpfs tmpfs $folder; done
mkdir -p dev/shm dev/pts run/systemd/system
ln -s pts/ptmx dev/ptmx
ln -s /dev/null run/systemd/system/systemd-modules-load.service
mknod -m 666 dev/null c 1 3
mknod -m 666 dev/zero c 1 5
mknod -m 666 dev/full c 1 7
mknod -m 666 dev/random c 1 8
mknod -m 666 dev/urandom c 1 9
mknod -m 666 dev/tty c 5 0
mkdir -p project
mount --bind "$2" project
mount -o remount,bind,ro project
touch ${nodeOfTests}
mount --bind "$3" ${nodeOfTests}
ip link set lo up
exec chroot . env -i container=other PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \\
  ${systemd} --system --unit=basic.target`

/** Passes connections from a Unix socket to a port, or the other way round. Unix sockets cross network namespaces. */
const pass = `const net = require('node:net')
const [from, to, localAddress] = process.argv.slice(1)
const target = (text) => /^\\d+$/.test(text) ? { port: Number(text), host: '127.0.0.1', localAddress } : { path: text }
net.createServer((socket) => {
  const other = net.connect(target(to))
  for (const each of [socket, other]) each.on('error', () => { socket.destroy(); other.destroy() })
  socket.pipe(other).pipe(socket)
}).listen(target(from), () => console.log('listening'))`

/**
 * A Debian in which commands of the documents run as root, as they are. It has the project in /project, and no access to
 * other machines, unless `connect` gives it access.
 */
export class Machine {
  private readonly servers: Server[] = []
  private sockets = 0
  private constructor(
    private readonly child: ChildProcess,
    private readonly pid: number,
    private readonly environment: Record<string, string>,
  ) {}

  /** `environment` is what commands find in theirs, besides HOME and PATH. Returns the reason where this is not possible. */
  static async boot(tree: string, environment: Record<string, string>): Promise<Machine | string> {
    if (process.platform !== 'linux' || process.getuid?.() !== 0)
      return 'A copy of the machine needs root on Linux.'
    const folder = temporaryFolder('machine')
    const flags = '--mount --pid --net --cgroup --uts --ipc --fork --kill-child'.split(' ')
    const script = ['sh', '-c', boot, 'sh', folder, root, process.execPath, tree]
    const child = spawn('unshare', [...flags, ...script], { stdio: ['ignore', 'ignore', 'pipe'] })
    // Also when a test fails before it stops the copy.
    process.once('exit', () => child.kill('SIGKILL'))
    let errors = ''
    child.stderr?.on('data', (chunk) => (errors += chunk))
    for (let wait = 0; wait < 600; wait++) {
      if (child.exitCode !== null) return `A copy of the machine cannot be started: ${errors}`
      const [pid] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ')
      const machine = new Machine(child, Number(pid), environment)
      // Before it has changed its root, the process would run commands on this machine, which has no such folder.
      const isUp = '[ -d /project/lib ] && systemctl is-active --quiet basic.target'
      if (pid && (await machine.attempt(isUp)).status === 0) return machine
      await sleep(50)
    }
    child.kill('SIGKILL')
    return 'systemd did not start.'
  }

  /** A file of the copy, as a path of this machine. */
  path(path: string): string {
    return join(`/proc/${this.pid}/root`, path)
  }

  /** Runs commands in bash until one fails. `show` gets what they print when they print it. */
  async attempt(
    commands: string,
    show?: (text: string) => void,
  ): Promise<{ status: number | null; output: string }> {
    const child = this.spawn('bash', '-e', '-c', commands)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        output += chunk
        show?.(String(chunk))
      })
    const status = await new Promise<number | null>((resolve) => child.on('close', resolve))
    return { status, output }
  }

  /** Returns what the commands print. Throws if one fails. */
  async run(commands: string): Promise<string> {
    const { status, output } = await this.attempt(commands)
    if (status !== 0) throw new Error(`${commands} ended with ${status}:\n${output}`)
    return output
  }

  /** Makes a port of the copy available on this machine, and returns the port here. */
  async forward(port: number, clientAddress = '127.0.0.1'): Promise<number> {
    const socket = `/run/forward-${this.sockets++}`
    await this.pass(socket, String(port), clientAddress)
    return listenOnFreePort(this.relay(() => connect(this.path(socket))))
  }

  /** Makes a port of this machine available at the same port in the copy. */
  async expose(port: number): Promise<void> {
    const socket = `/run/expose-${this.sockets++}`
    const server = this.relay(() => connect(port, '127.0.0.1'))
    await new Promise<void>((resolve) => server.listen(this.path(socket), resolve))
    await this.pass(String(port), socket)
  }

  /** Gives the copy the access to other machines that this machine has, by the program slirp4netns. */
  async connect(): Promise<void> {
    const args = ['--configure', '--mtu=65520', '--disable-host-loopback', '--ready-fd=3']
    const child = spawn('slirp4netns', [...args, String(this.pid), 'tap0'], {
      stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    })
    for (const owner of [this.child, process]) owner.once('exit', () => child.kill())
    await new Promise<void>((resolve, reject) => {
      child.stdio[3]?.once('data', () => resolve())
      child.once('error', reject).once('exit', () => reject(new Error('slirp4netns has ended')))
    })
    // Where slirp4netns answers.
    writeFileSync(this.path('/etc/resolv.conf'), 'nameserver 10.0.2.3\n')
  }

  async stop(): Promise<void> {
    for (const server of this.servers) server.close()
    const exited = new Promise((resolve) => this.child.on('exit', resolve))
    this.child.kill('SIGKILL')
    await exited
  }

  private relay(connectTarget: () => Socket): Server {
    const server = createServer((client) => {
      const target = connectTarget()
      for (const each of [client, target])
        each.on('error', () => {
          client.destroy()
          target.destroy()
        })
      client.pipe(target).pipe(client)
    })
    this.servers.push(server)
    return server
  }

  private async pass(...args: string[]): Promise<void> {
    const child = this.spawn(`/${nodeOfTests}`, '-e', pass, ...args)
    await new Promise((resolve) => child.stdout?.once('data', resolve))
  }

  private spawn(...command: string[]): ChildProcess {
    const inside = ['--target', String(this.pid), '--all', '--root']
    const variables = {
      HOME: '/root',
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      ...this.environment,
    }
    const settings = Object.entries(variables).map(([name, value]) => `${name}=${value}`)
    const env = ['env', '--ignore-environment', '--chdir=/', ...settings]
    // With a socket as its input, which Node would make, bash reads the .bashrc of this machine's user.
    const stdio: StdioOptions = ['ignore', 'pipe', 'pipe']
    return spawn('nsenter', [...inside, ...env, ...command], { stdio })
  }
}
