import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { listenOnFreePort } from './ports'
import { Site } from './site'
import { withTimeout } from './wait'

type Environment = Record<string, string>

/** Servers behind a load balancer. A connection to a server that is starting waits until it runs. */
export class Cluster {
  private sites: Promise<Site>[] = []
  private latest: Site[] = []
  private connections = new Set<Socket>()
  private balancer: Server
  private requestCount = 0

  private constructor(private size: number) {
    this.balancer = createServer((client) => this.forward(client))
  }

  /** Opens the load balancer without starting a server. */
  static async open(size: number): Promise<Cluster> {
    const cluster = new Cluster(size)
    await listenOnFreePort(cluster.balancer)
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
    await Promise.all((await this.takeAll()).map(kill))
  }

  /** Stops every server with SIGTERM. */
  async stopAll(): Promise<void> {
    const stops = (await this.takeAll()).map((site) => site.stop())
    await withTimeout(30, 'servers to end after SIGTERM', Promise.all(stops))
  }

  /** Kills every server and closes the load balancer. */
  async close(): Promise<void> {
    await this.killAll()
    for (const socket of this.connections) socket.destroy()
    this.balancer.close()
  }

  /** The last lines of each server's log. */
  get lastLines(): string {
    return this.latest.flatMap(({ log }) => log.trim().split('\n').slice(-10)).join('\n')
  }

  private async takeAll(): Promise<Site[]> {
    const starts = await Promise.allSettled(this.sites)
    this.sites = []
    return starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  }

  private async forward(client: Socket): Promise<void> {
    this.connections.add(client)
    client.on('close', () => this.connections.delete(client))
    client.on('error', () => client.destroy())
    const site = await this.sites[this.requestCount++ % this.sites.length]?.catch(() => null)
    if (!site) return void client.destroy()
    const { hostname, port } = new URL(site.url)
    pipeline(client, connect(Number(port), hostname), client, () => undefined)
  }
}

function start(env: Environment): Promise<Site> {
  return withTimeout(60, 'a server to start', Site.start(env))
}

function kill(site: Site): Promise<void> {
  return withTimeout(10, 'a killed server to end', site.kill())
}
