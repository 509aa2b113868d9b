import type { Browser } from '@playwright/test'
import { launchBrowser } from '../../support/browser/browser'
import type { WebhookReceiver } from '../../support/receiver/webhook-receiver'
import {
  type HttpRequest,
  type HttpResponse,
  multipart,
  multipartType,
  sendRequest,
} from '../../support/visitor/http'
import { formIn, leadEntries } from '../../support/visitor/lead-post'
import type { Machine } from './machine'

/** What the site of docs/deploying.md needs in a copy of this machine, in the place of the internet. */

export const origin = 'https://www.example.com'

/** `npm run build` copies a build, because a new one takes minutes. The other commands are those of the project. */
const npm = `arguments=()
for each in "$@"; do case $each in --silent | --) ;; *) arguments+=("$each") ;; esac; done
set -- "\${arguments[@]}"
case "$1 $2" in
  "run leads") exec /usr/bin/node /project/scripts/leads.mjs "\${@:3}" ;;
  "run check:deployed")
    cd /project
    export NODE_EXTRA_CA_CERTS=/etc/letsencrypt/live/www.example.com/fullchain.pem
    exec /usr/bin/node --import tsx scripts/check-deployed/check-deployed.ts "$3" ;;
  "run build")
    mkdir -p .next
    cp -r "$(cat /run/build)" .next/standalone ;;
esac`

/** A clone has what the scripts need of the source. */
const git = `case $* in
  "clone "*) mkdir "$4"; cp -r /project/docs /project/lib /project/scripts "$4" ;;
  *get-url*) echo https://git.example.com/site.git ;;
  *describe*|*rev-parse*) echo v1.0.0 ;;
esac`

/** Checks that nginx answers the challenge, and makes a certificate that browsers do not trust. */
const certbot = `[[ "$*" == *"--webroot-path /var/www/html "* ]]
mkdir -p /var/www/html/.well-known/acme-challenge /etc/letsencrypt/live/www.example.com
echo proof > /var/www/html/.well-known/acme-challenge/token
[ "$(curl -s -H 'Host: www.example.com' http://127.0.0.1/.well-known/acme-challenge/token)" = proof ]
cd /etc/letsencrypt/live/www.example.com
openssl req -x509 -newkey rsa:2048 -nodes -days 9 -subj /CN=www.example.com -keyout privkey.pem -out fullchain.pem`

/** Puts the source in its place, and replaces the programs that need the internet. */
export async function prepareMachine(machine: Machine, receiver: WebhookReceiver): Promise<void> {
  await machine.expose(Number(new URL(receiver.url('')).port))
  await machine.run('echo 127.0.0.1 localhost www.example.com > /etc/hosts')
  machine.replaceProgram('apt-get', 'exit 0')
  machine.replaceProgram('npm', npm)
  machine.replaceProgram('git', git)
  machine.replaceProgram('certbot', certbot)
}

/** From now on, `npm run build` makes a copy of this folder of the project. */
export async function useBuild(machine: Machine, folder: string): Promise<void> {
  await machine.run(`echo /project/${folder} > /run/build`)
}

/* Visitors. `port` is one that `Machine.forward` returned. */

export function openBrowser(port: number): Promise<Browser> {
  return launchBrowser(`--host-resolver-rules=MAP www.example.com:443 127.0.0.1:${port}`)
}

/** The status of a page, or 0 if there is no answer. */
export async function statusOf(port: number, path: string): Promise<number> {
  return (await send({ port, path })).status
}

/** Requests a callback as a page without scripts does, and returns the status. */
export async function postLead(port: number, entries: Record<string, string>): Promise<number> {
  const { hidden } = formIn((await send({ port, path: '/' })).body, origin)
  const answer = await send({
    port,
    path: '/',
    headers: { ...multipartType, origin },
    body: multipart(Object.entries({ ...hidden, ...leadEntries, ...entries })),
  })
  return answer.status
}

function send(request: HttpRequest): Promise<Pick<HttpResponse, 'status' | 'body'>> {
  const headers = { host: new URL(origin).host, ...request.headers }
  return sendRequest({ ...request, headers, tls: true }).catch(() => ({ status: 0, body: '' }))
}
