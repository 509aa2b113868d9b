import { expect, it, onTestFinished, vi } from 'vitest'
import { purgeOld } from '@/lib/leads/maintenance'
import { describeBothDatabases, startUnlimitedServer } from '../../support/site/in-process'
import { oddTexts } from '../../support/visitor/any-text'

const dayMs = 86_400_000
const noon = Date.parse('2026-11-20T20:00:00Z')
/** The midnights in Pacific time at which these days begin. */
const [day20, day21] = [Date.parse('2026-11-20T08:00:00Z'), Date.parse('2026-11-21T08:00:00Z')]

/** A process with counts of its own. */
async function start(url: string, variables: Record<string, string | undefined> = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  const server = await startUnlimitedServer({ DATABASE_URL: url, ...variables })
  const counts = await import('@/lib/visits/counts')
  const stored = () =>
    server.journal.store.read(
      'SELECT day, campaign, name, count FROM visit_counts ORDER BY day, campaign, name',
    )
  return { ...server, ...counts, stored }
}

describeBothDatabases('counts of visits', (open) => {
  it('of two instances add up, by the Pacific day, and of entries by campaign', async () => {
    const { url } = await open()
    const one = await start(url)
    const other = await start(url)
    one.addVisit({ campaign: 'flyer', names: ['/', 'entry'] })
    one.addVisit({ campaign: 'google', names: ['/'] })
    // 11:59 PM, and midnight.
    vi.setSystemTime('2026-11-21T07:59:59Z')
    other.addVisit({ campaign: 'flyer', names: ['entry', '/'] })
    vi.setSystemTime('2026-11-21T08:00:00Z')
    other.addVisit({ campaign: 'direct', names: ['/'] })
    await Promise.all([one.writeVisits(), other.writeVisits()])
    await one.writeVisits()
    expect(await one.stored()).toEqual([
      { day: day20, campaign: '', name: '/', count: 3 },
      { day: day20, campaign: 'flyer', name: 'entry', count: 2 },
      { day: day21, campaign: '', name: '/', count: 1 },
    ])
  })

  it('name 50 campaigns of the week before and 50 new ones of a day, also on each of 30 days of forged ones', async () => {
    const { addVisit, writeVisits, visits, stored } = await start((await open()).url)
    const enter = (campaign: string) => addVisit({ campaign, names: ['entry', '/'] })
    for (let day = 0; day < 30; day++) {
      vi.setSystemTime(noon + day * dayMs)
      enter('google')
      await writeVisits()
      const count = day === 0 ? 5000 : 200
      for (let index = 0; index < count; index++) enter(`forged ${index}`)
      for (let index = 0; index < 7; index++) enter('direct')
      expect(visits.size).toBeLessThan(5000)
      await writeVisits()
    }
    const rows = await stored()
    const days = [...new Set(rows.map(({ day }) => day))]
    const sizes = days.map((day) => rows.filter((row) => row.day === day).length)
    // With `direct`, the rest, and the page.
    expect(sizes).toEqual([53, ...Array(29).fill(103)])
    const counted = (day: number, name: string) =>
      rows.find((row) => row.day === days[day] && row.campaign === name && row.name === 'entry')
        ?.count
    expect(['google', 'direct', ''].map((name) => counted(0, name))).toEqual([1, 7, 4951])
    expect([0, 1, 29].map((day) => counted(day, 'google'))).toEqual([1, 1, 1])
  })

  it('name what came on most days of the seven before', async () => {
    const { addVisit, writeVisits, stored } = await start((await open()).url)
    const enter = (day: number, campaigns: string[]) => {
      vi.setSystemTime(noon + day * dayMs)
      for (const campaign of campaigns) addVisit({ campaign, names: ['entry'] })
      return writeVisits()
    }
    const many = (name: string) => Array.from({ length: 50 }, (_, index) => `${name} ${index}`)
    await enter(0, ['old'])
    await enter(1, ['flyer', 'google'])
    await enter(7, ['google', ...many('forged'), ...many('forged')])
    await enter(8, [...many('new'), 'google', 'flyer', 'old', 'forged 0', 'forged 9'])
    const today = (await stored()).filter(({ day }) => Number(day) > noon + 7 * dayMs)
    expect(today.map(({ campaign, count }) => [campaign, count])).toEqual(
      [['', 3], ['forged 0', 1], ['google', 1], ...many('new').map((name) => [name, 1])].toSorted(),
    )
  })

  it('that are slow to write delay no lead, and open no breaker of leads', async () => {
    const database = await open()
    const { addVisit, writeVisits, submit, leads, log } = await start(database.url)
    const { openDatabase } = await import('@/lib/leads/journal')
    const other = openDatabase(database.url)
    onTestFinished(() => other.close())
    addVisit({ campaign: 'direct', names: ['/'] })
    await writeVisits()
    await other.transaction(async (query) => {
      await query("UPDATE visit_counts SET count = 2 WHERE name = '/' RETURNING day")
      addVisit({ campaign: 'direct', names: ['/'] })
      // Until it gives up.
      const writing = writeVisits()
      if (!database.url.startsWith('file:'))
        expect(await submit()).toMatchObject({ status: 'accepted' })
      await writing
    })
    expect(log.events().map(({ fault }) => fault)).toContain(
      database.url.startsWith('file:') ? 'SQLITE_BUSY' : 'ETIMEDOUT',
    )
    expect(await submit({ phone: '5095550148' })).toMatchObject({ status: 'accepted' })
    expect(await leads()).toHaveLength(database.url.startsWith('file:') ? 1 : 2)
  })

  it('have a well-formed name, whatever the address of the page has', async () => {
    const { addVisit, writeVisits, stored } = await start((await open()).url)
    const { parseVisit } = await import('@/lib/visits/visit')
    const cut = 'x'.repeat(79)
    for (const name of [`${cut}😀`, `${cut}👩‍🔧`, `${cut}\ufffd`, ...oddTexts]) {
      const query = `utm_source=${encodeURIComponent(name.toWellFormed())}`
      addVisit(
        parseVisit(JSON.stringify([query, '', 'entry'])) ?? { campaign: name, names: ['entry'] },
      )
      addVisit({ campaign: name, names: ['entry'] })
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
    const { stop } = await import('@/lib/ops/stop')
    const body = '["","news.example","entry"]'
    const { status } = await POST(new Request('http://px.example/', { method: 'POST', body }))
    expect([status, await server.stored()]).toEqual([204, []])
    await server.runAfterwards()
    if (!isVercel) await stop((() => undefined) as never)
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
      addVisit({ campaign: `${days} days ago`, names: ['entry'] })
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
