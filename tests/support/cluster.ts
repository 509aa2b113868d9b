import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { Site } from './site'
import { within } from './wait'

type Environment = Record<string, string>

/** Servers behind one address, as a load balancer shows them. A connection waits for a server that is starting. */
export class Cluster {
  private sites: Promise<Site>[] = []
  private latest: Site[] = []
  private connections = new Set<Socket>()
  private balancer: Server
  private turn = 0

  private constructor(private size: number) {
    this.balancer = createServer((visitor) => this.forward(visitor))
  }

  /** The address alone, without a server yet. */
  static async open(size: number): Promise<Cluster> {
    const cluster = new Cluster(size)
    await new Promise<void>((resolve) => cluster.balancer.listen(0, '127.0.0.1', resolve))
    return cluster
  }

  get url(): string {
    return `http://127.0.0.1:${(this.balancer.address() as AddressInfo).port}`
  }

  async startAll(env: Environment): Promise<void> {
    this.sites = Array.from({ length: this.size }, () => start(env))
    this.latest = await Promise.all(this.sites)
  }

  /** Kills one server and starts another in its place. */
  async replace(index: number, env: Environment): Promise<void> {
    const site = await this.sites[index]
    if (!site) return
    const next = kill(site).then(() => start(env))
    this.sites[index] = next
    this.latest[index] = await next
  }

  async killAll(): Promise<void> {
    const sites = await this.takeAll()
    await Promise.all(sites.map(kill))
  }

  /** Asks every server to end. */
  async stopAll(): Promise<void> {
    const sites = await this.takeAll()
    await within(30, 'servers to end after SIGTERM', Promise.all(sites.map((site) => site.stop())))
  }

  /** Kills what still runs and gives the address back. */
  async close(): Promise<void> {
    await this.killAll()
    for (const socket of this.connections) socket.destroy()
    this.balancer.close()
  }

  /** What the servers wrote last. */
  get lastLines(): string {
    return this.latest.flatMap(({ log }) => log.trim().split('\n').slice(-10)).join('\n')
  }

  private async takeAll(): Promise<Site[]> {
    const starts = await Promise.allSettled(this.sites)
    this.sites = []
    return starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  }

  private async forward(visitor: Socket): Promise<void> {
    this.connections.add(visitor)
    visitor.on('close', () => this.connections.delete(visitor))
    visitor.on('error', () => visitor.destroy())
    const site = await this.sites[this.turn++ % this.sites.length]?.catch(() => null)
    if (!site) return void visitor.destroy()
    const { hostname, port } = new URL(site.url)
    pipeline(visitor, connect(Number(port), hostname), visitor, () => undefined)
  }
}

function start(env: Environment): Promise<Site> {
  return within(60, 'a server to start', Site.start(env))
}

function kill(site: Site): Promise<void> {
  return within(10, 'a killed server to end', site.kill())
}
