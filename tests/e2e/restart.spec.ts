import { Agent, request as httpRequest } from 'node:http'
import { newClientAddress } from '../support/client-address'
import { readForm } from '../support/native-post'
import { nginxInstalled, startNginx } from '../support/nginx'
import { freePort } from '../support/ports'
import { multipart, multipartType } from '../support/raw-http'
import { type Site, sqliteUrl, startSite } from '../support/site'
import { expect, test } from '../support/test'
import { sleep } from '../support/wait'

/** Restarts behind a proxy that keeps its connections, and sends a request to the other server if one ends. */

test.skip(!nginxInstalled, 'nginx is not installed')

const entries = { name: 'Ana Ruiz', phone: '5095550147', businessName: 'Ruiz & Sons' }

test('one of two servers is restarted under load, exits within 5 seconds, and no request is lost', async ({
  receiver,
}) => {
  const env = { DATABASE_URL: sqliteUrl() }
  const sites = [await startSite(receiver, env), await startSite(receiver, env)]
  const port = await freePort()
  const nginx = await startNginx(nginxConfiguration(sites, port), [port])
  const { hidden } = await readForm(sites[0]?.url ?? '')
  const body = multipart(Object.entries({ ...hidden, ...entries }))
  const agent = new Agent({ keepAlive: true })
  const statuses: string[] = []

  const send = (isPost: boolean) =>
    new Promise<string>((resolve) => {
      const origin = `http://127.0.0.1:${port}`
      const headers = {
        'x-forwarded-for': newClientAddress(),
        ...(isPost && { ...multipartType, origin }),
      }
      const method = isPost ? 'POST' : 'GET'
      httpRequest(origin, { agent, method, headers }, (response) => {
        response.resume()
        response.on('end', () => resolve(`${method} ${response.statusCode}`))
        response.on('error', () => resolve(`${method} cut off`))
      })
        .on('error', () => resolve(`${method} failed`))
        .end(isPost ? body : undefined)
    })

  let finished = false
  const clients = Array.from({ length: 12 }, async (_, index) => {
    const isPost = index % 4 === 0
    while (!finished) {
      statuses.push(await send(isPost))
      await sleep(isPost ? 50 : 5)
    }
  })
  for (const index of [0, 1]) {
    await expect.poll(() => statuses.length).toBeGreaterThan(100 * (index + 1))
    const site = sites[index] as Site
    const began = performance.now()
    await site.stop()
    expect(performance.now() - began).toBeLessThan(5000)
    sites[index] = await startSite(receiver, { ...env, PORT: new URL(site.url).port })
  }
  finished = true
  await Promise.all(clients)
  agent.destroy()
  expect([...new Set(statuses)].sort()).toEqual(['GET 200', 'POST 303'])
  await nginx.stop()
  for (const site of sites) await site.stop()
})

function nginxConfiguration(sites: Site[], port: number): string {
  const servers = sites.map(({ url }) => `server ${new URL(url).host} max_fails=0;`).join(' ')
  return `upstream site { ${servers} keepalive 16; keepalive_timeout 4s; }
    server {
      listen 127.0.0.1:${port};
      location / {
        proxy_pass http://site; proxy_http_version 1.1; proxy_set_header Connection "";
        proxy_next_upstream error timeout non_idempotent;
        proxy_set_header Host $host:${port}; proxy_set_header X-Forwarded-Host $host:${port};
        proxy_set_header X-Forwarded-For $http_x_forwarded_for;
      }
    }`
}
