import { waitUntil } from '../../support/process/wait'
import { Site } from '../../support/site/site'
import { withTimeout } from './with-timeout'

type Environment = Record<string, string>

/** Servers that get requests in turn. A request to a server that is starting waits until it runs. */
export class Cluster {
  private sites: Promise<Site>[] = []
  private latest: Site[] = []
  private requestCount = 0

  constructor(private size: number) {}

  /** The URL of the server for the next request. */
  async nextUrl(): Promise<string> {
    const site = await this.sites[this.requestCount++ % this.sites.length]
    if (!site) throw new Error('No server is running')
    return site.url
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

  /** Waits until every server can record leads. */
  async waitUntilHealthy(): Promise<void> {
    for (const { url } of this.latest)
      await waitUntil(60, 'a server to be healthy', async () => {
        const { ok } = await fetch(`${url}/api/health`)
        return ok
      })
  }

  async killAll(): Promise<void> {
    await Promise.all((await this.takeAll()).map(kill))
  }

  /** Stops every server with SIGTERM. */
  async stopAll(): Promise<void> {
    const stops = (await this.takeAll()).map((site) => site.stop())
    await withTimeout(30, 'servers to end after SIGTERM', Promise.all(stops))
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
}

function start(env: Environment): Promise<Site> {
  return withTimeout(60, 'a server to start', Site.start(env))
}

function kill(site: Site): Promise<void> {
  return withTimeout(10, 'a killed server to end', site.kill())
}
