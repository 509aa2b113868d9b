import { expect, it } from 'vitest'
import { socketAddressHeader } from '@/lib/http/node-server'
import { refuseRequest } from '@/lib/http/request-filter'
import { maxVisitBytes, parseVisit, visitPath, visitType } from '@/lib/visits/visit'
import { captureLog } from '../../support/site/in-process'
import { newClientAddress, sampleKind } from '../../support/visitor/visitor'

const campaign = 'utm_source=google&utm_campaign=spring%20sale'
const valid = JSON.stringify([campaign, 'www.google.com', '/', 'entry'])
const ofForm = [`${sampleKind} opened`, `${sampleKind} begun`, `${sampleKind} phone`]

it.each([
  [valid, 'google / spring sale', ['/', 'entry']],
  ['["utm_source=flyer","","/book-demo"]', 'flyer', ['/book-demo']],
  ['["","","demo phone"]', 'direct', ['demo phone']],
  ['["utm_campaign=M%C3%A4rz","","/thank-you"]', 'März', ['/thank-you']],
  ['["","news.example:8080","entry"]', 'news.example:8080', ['entry']],
  [
    '["","","booking step 4","booking preferredDate"]',
    'direct',
    ['booking step 4', 'booking preferredDate'],
  ],
  [JSON.stringify(['', '', ...ofForm]), 'direct', ofForm],
  // As in leads: nobody's address or number is stored, and no spreadsheet runs it.
  ['["utm_source=ana%40ruiz.com&utm_campaign=%3D1%2B1","","/"]', "'=1+1", ['/']],
  ['["","5095550147.example","/"]', 'direct', ['/']],
])('%s is counted by its campaign', (text, campaign, names) => {
  expect(parseVisit(text)).toEqual({ campaign, names })
})

it.each([
  '',
  'null',
  '{}',
  '[]',
  '[null,null,"/"]',
  '["",["a"],"/"]',
  '["",""]',
  `["","","${sampleKind} step undefined"]`,
  '["","","/","/"]',
  '["","","/nowhere"]',
  '["","","booking step 9"]',
  '["","","booking opened "]',
  `["","","${sampleKind} preferredDate"]`,
  '["","","__proto__"]',
  '["","",["/"]]',
  '["","a host","/"]',
  '["","<b>","/"]',
  '["gclid=1","","/"]',
  '["utm_source=a&gclid=1","","/"]',
  '["?utm_source=a","","/"]',
  '[1,"","/"]',
  '["", "", "/"]',
  ' ["","","/"]',
  '["","","\\u002f"]',
  '["","","/"]x',
])('%s is not counted', (text) => {
  expect(parseVisit(text)).toBeNull()
})

const refusal = { status: 400, text: 'Only pages of this site send this.' }

function post(body: string, change: Record<string, string> = {}, client = newClientAddress()) {
  const headers = { 'content-type': visitType, [socketAddressHeader]: client, ...change }
  const url = `http://px.example${visitPath}`
  const request = new Request(url, { method: 'POST', headers, body })
  return refuseRequest(request).then((refusal) => ({ refusal, isRead: request.bodyUsed }))
}

it('a post of another type, size, or origin is refused unread, and a text that no page sends is refused', async () => {
  captureLog()
  expect(await post(valid)).toEqual({ refusal: null, isRead: true })
  const unread = { refusal, isRead: false }
  expect(await post(valid, { 'content-type': 'application/json' })).toEqual(unread)
  expect(await post(valid, { 'content-type': 'text/plain' })).toEqual(unread)
  expect(await post(valid, { 'content-length': String(maxVisitBytes + 1) })).toEqual(unread)
  expect(await post(valid, { origin: 'https://elsewhere.example' })).toEqual({
    refusal: { status: 403, text: 'Forms are accepted only from pages on this site.' },
    isRead: false,
  })
  const long = JSON.stringify([`utm_source=${'x'.repeat(maxVisitBytes)}`, '', '/'])
  expect(await post(long)).toEqual({ refusal, isRead: true })
  expect(await post('["","","/nowhere"]')).toEqual({ refusal, isRead: true })
})

it('a client adds 60 pages a minute, which use up no limit of its forms', async () => {
  captureLog()
  const client = newClientAddress()
  const answers = await Promise.all(Array.from({ length: 70 }, () => post(valid, {}, client)))
  expect(answers.filter(({ refusal }) => refusal === null)).toHaveLength(60)
  expect(answers.at(-1)).toMatchObject({ refusal: { status: 429 }, isRead: false })
  const form = { 'content-type': 'multipart/form-data; boundary=x', [socketAddressHeader]: client }
  const request = new Request('http://px.example/', { method: 'POST', headers: form, body: 'x' })
  expect((await refuseRequest(request))?.status).toBe(400)
})

it('an IPv6 network adds four times as many pages as an address', async () => {
  captureLog()
  const from = (index: number) => `2001:db8:7:${index.toString(16)}::1`
  const answers = await Promise.all(
    Array.from({ length: 250 }, (_, index) => post(valid, {}, from(index))),
  )
  expect(answers.filter(({ refusal }) => refusal === null)).toHaveLength(240)
  expect((await post(valid, {}, '2001:db8:8::1')).refusal).toBeNull()
})
