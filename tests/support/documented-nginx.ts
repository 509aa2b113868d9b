import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './site'

/**
 * docs/nginx.conf for `startNginx`. Replaces only the ports, the certificate, and the cache folder, which a test machine
 * does not have.
 */
export function documentedNginx(
  port: number,
  upstream: number,
  plainAddress = 'unix:{folder}/plain.sock',
): string {
  const file = readFileSync(join(root, 'docs/nginx.conf'), 'utf8').replaceAll('\r\n', '\n')
  const changes: [from: string, to: string][] = [
    ['/var/cache/site', '{folder}/cache'],
    ['server 127.0.0.1:3000;', `server 127.0.0.1:${upstream};`],
    ['listen 80;\n  listen [::]:80;', `listen ${plainAddress};`],
    ['listen 443 ssl http2;\n  listen [::]:443 ssl http2;', `listen 127.0.0.1:${port};`],
    ['ssl_certificate /etc/letsencrypt/live/www.example.com/fullchain.pem;', ''],
    ['ssl_certificate_key /etc/letsencrypt/live/www.example.com/privkey.pem;', ''],
  ]
  return changes.reduce((text, [from, to]) => {
    if (text.split(from).length !== 2) throw new Error(`docs/nginx.conf must contain once: ${from}`)
    return text.replace(from, () => to)
  }, file)
}
