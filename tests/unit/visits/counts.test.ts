import { expect, it, vi } from 'vitest'
import { purgeOld } from '@/lib/leads/maintenance'
import { describeBothDatabases, startServer } from '../../support/site/in-process'
import { oddTexts } from '../../support/visitor/any-text'

const noon = Date.parse('2026-11-20T20:00:00Z')
/** The midnights in Pacific time at which these days begin. */
const [day20, day21] = [Date.parse('2026-11-20T08:00:00Z'), Date.parse('2026-11-21T08:00:00Z')]

/** A process with counts of its own. */
async function start(url: string, variables: Record<string, string | undefined> = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  const server = await startServer({ DATABASE_URL: url, ...variables })
  const counts = await import('@/lib/visits/counts')
  const stored = () =>
    server.journal.store.read(
      'SELECT day, campaign, name, count FROM visit_counts ORDER BY day, campaign, name',
    )
  return { ...server, ...counts, stored }
}

describeBothDatabases('counts of visits', (open) => {
  it('of two instances add up, by the Pacific day', async () => {
    const { url } = await open()
    const one = await start(url)
    const other = await start(url)
    one.addVisit({ campaign: 'flyer', names: ['/', 'entry'] })
    one.addVisit({ campaign: 'flyer', names: ['/'] })
    // 11:59 PM, and midnight.
    vi.setSystemTime('2026-11-21T07:59:59Z')
    other.addVisit({ campaign: 'flyer', names: ['/'] })
    vi.setSystemTime('2026-11-21T08:00:00Z')
    other.addVisit({ campaign: 'direct', names: ['/'] })
    await Promise.all([one.writeVisits(), other.writeVisits()])
    await one.writeVisits()
    expect(await one.stored()).toEqual([
      { day: day20, campaign: 'flyer', name: '/', count: 3 },
      { day: day20, campaign: 'flyer', name: 'entry', count: 1 },
      { day: day21, campaign: 'direct', name: '/', count: 1 },
    ])
  })

  it('have the names of 200 campaigns a day, and of the rest together', async () => {
    const { addVisit, writeVisits, stored } = await start((await open()).url)
    for (let index = 0; index < 210; index++) {
      addVisit({ campaign: `c${index}`, names: ['/'] })
      if (index === 5) await writeVisits()
    }
    await writeVisits()
    addVisit({ campaign: 'c3', names: ['/'] })
    addVisit({ campaign: 'new', names: ['/'] })
    await writeVisits()
    const rows = await stored()
    expect(rows).toHaveLength(201)
    const countOf = (name: string) => rows.find(({ campaign }) => campaign === name)?.count
    expect(['c3', 'c199', 'c200', 'new', 'other'].map(countOf)).toEqual([
      2,
      1,
      undefined,
      undefined,
      11,
    ])
  })

  it('have the names of the seven days before, whatever comes first on a day', async () => {
    const { addVisit, writeVisits, stored } = await start((await open()).url)
    const days = (count: number) => vi.setSystemTime(noon + count * 86_400_000)
    addVisit({ campaign: 'google', names: ['/'] })
    addVisit({ campaign: 'flyer', names: ['/'] })
    await writeVisits()
    days(7)
    for (let index = 0; index < 205; index++) addVisit({ campaign: `fake${index}`, names: ['/'] })
    addVisit({ campaign: 'google', names: ['/'] })
    await writeVisits()
    addVisit({ campaign: 'google', names: ['/'] })
    await writeVisits()
    days(8)
    for (let index = 0; index < 201; index++) addVisit({ campaign: `new${index}`, names: ['/'] })
    addVisit({ campaign: 'flyer', names: ['/'] })
    await writeVisits()
    const rows = await stored()
    const counted = (name: string) =>
      rows.filter(({ campaign }) => campaign === name).map(({ count }) => count)
    expect([counted('google'), counted('flyer'), counted('other')]).toEqual([[1, 2], [1], [5, 2]])
  })

  it('have a well-formed name, whatever the address of the page has', async () => {
    const { addVisit, writeVisits, stored } = await start((await open()).url)
    const { parseVisit } = await import('@/lib/visits/visit')
    const cut = 'x'.repeat(79)
    for (const name of [`${cut}😀`, `${cut}👩‍🔧`, `${cut}\ufffd`, ...oddTexts]) {
      const query = `utm_source=${encodeURIComponent(name.toWellFormed())}`
      addVisit(parseVisit(JSON.stringify([query, '', '/'])) ?? { campaign: name, names: ['/'] })
      addVisit({ campaign: name, names: ['/'] })
    }
    await writeVisits()
    const campaigns = (await stored()).map(({ campaign }) => String(campaign))
    expect(campaigns).toEqual(expect.arrayContaining([`${cut}😀`, `${cut}👩`, `${cut}\ufffd`]))
    expect(campaigns.filter((name) => !name.isWellFormed() || name.includes('\0'))).toEqual([])
  })

  it('are written after the answer on Vercel, and at the end of a server', async () => {
    const { url } = await open()
    const isVercel = !url.startsWith('file:')
    const server = await start(url, { VERCEL: isVercel ? '1' : undefined })
    const { POST } = await import('@/app/api/count/route')
    const { stop } = await import('@/lib/http/node-server')
    const body = '["","news.example","entry"]'
    const { status } = await POST(new Request('http://px.example/', { method: 'POST', body }))
    expect([status, await server.stored()]).toEqual([204, []])
    await server.runAfterwards()
    if (!isVercel) await stop(undefined, (() => undefined) as never)
    expect(await server.stored()).toEqual([
      { day: day20, campaign: 'news.example', name: 'entry', count: 1 },
    ])
  })

  it('are kept for 400 days', async () => {
    const { addVisit, writeVisits, stored, journal } = await start((await open()).url)
    const ago = (days: number) => Date.now() - days * 86_400_000
    vi.useRealTimers()
    for (const days of [399, 402]) {
      vi.useFakeTimers({ toFake: ['Date'], now: ago(days) })
      addVisit({ campaign: `${days} days ago`, names: ['/'] })
      vi.useRealTimers()
    }
    await writeVisits()
    await purgeOld(journal.store)
    expect((await stored()).map(({ campaign }) => campaign)).toEqual(['399 days ago'])
  })
})

it('what a journal that fails does not take is dropped, and no lead waits for it', async () => {
  const server = await start('postgres://leads:leads@127.0.0.1:9/leads')
  server.addVisit({ campaign: 'direct', names: ['/'] })
  await server.writeVisits()
  expect(server.visits.size).toBe(0)
  expect(server.log.events()).toEqual([
    expect.objectContaining({ event: 'journal fault', fault: 'ECONNREFUSED' }),
  ])
})
