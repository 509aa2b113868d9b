import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nginxInstalled, plainConfiguration, startNginx } from '../../support/nginx/nginx'
import { temporaryFolder } from '../../support/process/files'
import { freePort } from '../../support/process/ports'
import { root } from '../../support/site/site'

/**
 * Starts nginx, if it is installed. At `plain` it serves copies of these pages from disk, with the same markup, style
 * sheet and font, without scripts. At `proxy` it is in front of the site, with a cache.
 */
export async function startPlainPages(site: string, paths: readonly string[]) {
  if (!nginxInstalled) return undefined
  const pages = temporaryFolder('plain-pages')
  for (const path of paths) {
    const html = await (await fetch(`${site}${path}`)).text()
    const name = path === '/' ? 'index' : path.slice(1)
    const withoutScripts = html.replace(/<script(?![^>]*ld\+json)[\s\S]*?<\/script>/g, '')
    writeFileSync(join(pages, `${name}.html`), withoutScripts)
  }
  const [plain, proxy] = [await freePort(), await freePort()]
  const { stop } = await startNginx(
    plainConfiguration(`types { text/html html; text/css css; font/woff2 woff2; }
    gzip on;
    gzip_types text/css;
    proxy_cache_path {folder}/cache keys_zone=pages:1m;
    server {
      listen 127.0.0.1:${plain};
      root ${pages};
      location / { try_files $uri $uri.html /index.html; }
      location /_next/static/ { alias ${join(root, '.next/static')}/; }
    }
    server {
      listen 127.0.0.1:${proxy};
      location / {
        proxy_pass ${site};
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header Host $host;
        proxy_cache pages;
      }
    }`),
    [plain, proxy],
  )
  return { plain: `http://127.0.0.1:${plain}`, proxy: `http://127.0.0.1:${proxy}`, stop }
}
