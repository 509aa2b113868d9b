import { newClientAddress } from './client-address'
import { type NativeForm, readForm } from './native-post'
import { multipart, multipartType, type RawResponse, rawRequest, sendRaw } from './raw-http'
import type { Site } from './site'

export const leadEntries = { name: 'Ana Ruiz', phone: '509-555-0147', businessName: 'Ruiz & Sons' }

/** The bytes of a callback request, as a page without scripts (native) or with scripts sends it. */
export function leadPost(
  form: NativeForm,
  format: 'native' | 'scripted',
  address: string,
  entries: Record<string, string> = leadEntries,
): Buffer {
  const headers = { ...multipartType, 'x-forwarded-for': address }
  const fields = Object.entries({ dialog: 'call-our-ai', ...entries })
  if (format === 'native') {
    const body = multipart([...Object.entries({ ...form.hidden, ...entries })])
    return rawRequest(form.action, { headers, body })
  }
  const actionId = /"id":"(\w+)"/.exec(Object.values(form.hidden).join(' '))?.[1] ?? ''
  return rawRequest(form.action, {
    headers: { ...headers, 'next-action': actionId, accept: 'text/x-component' },
    body: multipart([
      ...fields.map(([name, value]) => [`_1_${name}`, value] as const),
      ['0', '[null,"$K1"]'],
    ]),
  })
}

/** Whether the server took the lead. */
export function isAccepted({ status, body }: RawResponse): boolean {
  return status === 303 || (status === 200 && body.includes('"accepted"'))
}

export type PostCost = { format: string; acceptedMs: number; refusedMs: number }

/** The CPU time of the server for an accepted post and for one that the two-second limit refuses. */
export async function measurePosts(site: Site, count = 100): Promise<PostCost[]> {
  const form = await readForm(site.url)
  const costs: PostCost[] = []
  for (const format of ['native', 'scripted'] as const) {
    // The first ones load and compile code.
    await acceptedCost(site, form, format, count)
    const acceptedMs = await acceptedCost(site, form, format, count)
    costs.push({ format, acceptedMs, refusedMs: await refusedCost(site, form, format, count) })
  }
  return costs
}

async function acceptedCost(
  site: Site,
  form: NativeForm,
  format: 'native' | 'scripted',
  count: number,
): Promise<number> {
  const before = (await site.use()).cpuMs
  for (let sent = 0; sent < count; sent++) {
    const response = await sendRaw(site.url, leadPost(form, format, newClientAddress()))
    if (!isAccepted(response)) throw new Error(`A lead was not accepted: ${response.head}`)
  }
  return ((await site.use()).cpuMs - before) / count
}

async function refusedCost(
  site: Site,
  form: NativeForm,
  format: 'native' | 'scripted',
  count: number,
): Promise<number> {
  let cpuMs = 0
  for (let sent = 0; sent < count; ) {
    const address = newClientAddress()
    const end = performance.now() + 1500
    await sendRaw(site.url, leadPost(form, format, address))
    const before = (await site.use()).cpuMs
    for (; sent < count && performance.now() < end; sent++) {
      const response = await sendRaw(site.url, leadPost(form, format, address))
      if (isAccepted(response)) throw new Error('A post within two seconds was accepted')
    }
    cpuMs += (await site.use()).cpuMs - before
  }
  return cpuMs / count
}
