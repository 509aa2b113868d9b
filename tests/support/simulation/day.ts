import fc from 'fast-check'
import { oddTexts } from '../visitor/any-text'
import { requiredValues } from '../visitor/visitor'
import {
  type Answer,
  type Arrival,
  answers,
  type JournalState,
  newId,
  type Server,
  serverCount,
  type World,
} from './world'

/** What happens on a bad day, and what must be true after it. */

const minute = 60_000
const hour = 60 * minute

export type Step =
  /** A visitor posts other entries, or the same again, from one of two tabs. */
  | { does: 'post'; visitor: number; tab: number; server: number; changed: boolean }
  /** Two tabs post other entries at once, to two servers. */
  | { does: 'race'; visitor: number }
  | { does: 'answer'; answer: Answer }
  | { does: 'journal'; state: JournalState }
  | { does: 'wait'; ms: number }
  | { does: 'clock'; byMs: number }
  | { does: 'kill'; server: number }
  | { does: 'release' | 'redeliver' | 'set aside' | 'maintain' | 'back up' | 'restore' }
  | { does: 'delete' | 'call'; visitor: number }

const visitors = 2

const one = <const Does extends Step['does'], Rest extends object>(
  does: Does,
  rest: { [Key in keyof Rest]: fc.Arbitrary<Rest[Key]> },
) => fc.record({ does: fc.constant(does), ...rest }) as fc.Arbitrary<{ does: Does } & Rest>

const server = fc.nat(serverCount - 1)
const visitor = fc.nat(visitors - 1)
const post = one('post', { visitor, tab: fc.nat(1), server, changed: fc.boolean() })
const race = one('race', { visitor: fc.constant(0) })
const answer = one('answer', { answer: fc.constantFrom(...(Object.keys(answers) as Answer[])) })
const shortWait = one('wait', { ms: fc.constantFrom(100, 3000, 12_000) })
const longWait = one('wait', { ms: fc.constantFrom(20_000, 10 * minute, 7 * hour, 40 * hour) })
const journal = one('journal', { state: fc.constantFrom<JournalState>('ok', 'failing', 'lost') })
const outage = one('journal', { state: fc.constantFrom<JournalState>('ok', 'failing') })
const clock = one('clock', { byMs: fc.constantFrom(-30 * hour, -20_000, 20_000, 30 * hour) })
const kill = one('kill', { server })
const command = fc.constantFrom(
  ...(['release', 'redeliver', 'set aside', 'maintain', 'back up', 'restore'] as const).map(
    (does) => ({ does }),
  ),
)
const erase = one('delete', { visitor: fc.constant(0) })
/** A receiver tells that the visitor of the newest lead was called. */
const call = one('call', { visitor: fc.constant(0) })

const hurried = one('post', {
  visitor: fc.constant(0),
  tab: fc.nat(1),
  server,
  changed: fc.boolean(),
})
const slowAnswer = one('answer', {
  answer: fc.constantFrom<Answer>('accept', 'busy', 'fail', 'late', 'hang', 'slow'),
})

/** One visitor in a hurry, some during an outage, also while ops delete leads, while a process is killed, from two tabs at once, and everything. Many faults hide what one does. */
export const day = fc.oneof(
  dayOf(2, [hurried, hurried, slowAnswer, slowAnswer, shortWait], 16),
  dayOf(1, [hurried, hurried, slowAnswer, shortWait, outage, call], 16),
  dayOf(1, [hurried, hurried, slowAnswer, shortWait, outage, erase], 16),
  dayOf(2, [hurried, hurried, slowAnswer, shortWait, kill], 16),
  dayOf(2, [hurried, race, slowAnswer, shortWait], 8),
  dayOf(2, [post, post, slowAnswer, shortWait, longWait, kill, command, erase, call], 16),
  dayOf(
    2,
    [
      ...[post, post, post, answer, answer, shortWait, longWait],
      ...[journal, clock, kill, command, erase, call],
    ],
    24,
  ),
)

function dayOf(servers: number, steps: fc.Arbitrary<Step>[], maxLength: number) {
  return fc.record({
    servers: fc.integer({ min: 1, max: servers }),
    steps: fc.array(fc.oneof(...steps), { minLength: 1, maxLength, size: 'max' }),
  })
}

type Day = { servers: number; steps: Step[] }

/** A version of a form: when it was first and last posted, and when the last post ended. */
type Version = {
  name: string
  text: string
  visitor: number
  began: number
  postedAgain: number
  ended: number
  accepted: boolean
  /** A post of it was answered by a server whose journal worked all the time. */
  recorded: boolean
  /** A backup without it was restored. */
  lost?: boolean
}

type Tab = {
  submissionId: string
  version?: Version
  posting: boolean
  server?: Server
  /** How many faults there were before the post, and how many of the journal. */
  faults?: number
  journalFaults?: number
}

/** Runs the steps, and throws an error that says what is not true. Returns how many leads were accepted. */
export async function liveThrough(world: World, { servers: count, steps }: Day): Promise<number> {
  await world.reset(count)
  const { servers } = world
  const serverOf = (index: number) => servers[index % count]
  let moment = 0
  /**
   * What was sent while the journal failed is known to one process until the journal works again: not after it was killed, not
   * to another process, and by its age, so not when the clock is set.
   */
  let isOrderUnknown = false
  let clockIsSet = false
  let isRestarted = false
  /** A process was killed, an answer of the journal was lost, or ops have deleted leads. */
  let canForget = false
  /** Then a version can be sent again that the webhook has answered in time. */
  let canRepeat = false
  /** When the journal worked again. */
  let failedUntil = 0
  let faults = 0
  let journalFaults = 0
  let restore: (() => Promise<void>) | undefined
  const refused: string[] = []
  const journalWorks = () => servers.every(({ journalState }) => journalState === 'ok')
  const works = () => world.state.answer === 'accept' && journalWorks()
  /** Pages that were left: all, and those whose counts nothing kept from the journal. */
  const pages = { counted: 0, all: 0 }
  const oddText = () => oddTexts[pages.all % oddTexts.length] ?? ''
  const versions: Version[] = []
  /** The visitors who were called, as far as the journal knows. */
  const called = new Set<number>()
  /** When each version was deleted. */
  const erased = new Map<string, number>()
  const threads = Array.from({ length: visitors }, () => '')
  const tabs = Array.from(
    { length: visitors * 2 },
    (): Tab => ({ submissionId: '', posting: false }),
  )

  function post({ visitor, tab, server, changed }: Extract<Step, { does: 'post' }>) {
    // The second tab opens the form that the first one has filled in.
    const own = tabs[visitor * 2 + (threads[visitor] ? tab : 0)]
    if (!own || own.posting) return
    // Two that wait for the same lease take turns, and the second can wait for too long.
    const waits = [0, 1].some((tab) => tabs[visitor * 2 + tab]?.posting)
    if (waits) faults++
    if (changed || !own.version) {
      own.submissionId = newId()
      const name = `v${versions.length + 1}`
      const posted = {
        began: moment + 1,
        postedAgain: 0,
        ended: 0,
        accepted: false,
        recorded: false,
      }
      own.version = { name, text: oddText(), visitor, ...posted }
      versions.push(own.version)
    }
    threads[visitor] ||= own.submissionId
    const { version, submissionId } = own
    own.posting = true
    version.postedAgain = ++moment
    own.server = serverOf(server)
    // Where the clock was set back, the lease of a process that was killed ends later.
    own.faults = works() && !waits && !clockIsSet ? faults : -1
    own.journalFaults = journalWorks() ? journalFaults : -1
    version.ended = Number.POSITIVE_INFINITY
    const fields = {
      ...requiredValues('booking'),
      submissionId,
      thread: threads[visitor] ?? '',
      businessName: version.name,
      // So that no version comes too soon after another.
      phoneNumber: `509555${version.name.slice(1).padStart(4, '0')}`,
      email: `${version.name}@ruiz.com`,
      additionalNotes: version.text,
      attribution: JSON.stringify({ utm_source: version.text, referrer: version.text }),
      consent: version.text,
    }
    void serverOf(server)
      ?.post(fields)
      .then(({ status }) => {
        // Otherwise the server was killed meanwhile.
        if (!own.posting || own.version !== version) return
        const isRefused = status !== 'accepted' && status !== 'too-fast'
        if (isRefused && own.faults === faults) refused.push(version.name)
        const isKnown = status === 'accepted' || status === 'undelivered'
        version.recorded ||= isKnown && own.journalFaults === journalFaults
        end(own, status === 'accepted')
      })
  }

  function end(tab: Tab, accepted: boolean) {
    tab.posting = false
    if (!tab.version) return
    tab.version.ended = ++moment
    tab.version.accepted ||= accepted
  }

  const [first] = servers
  if (!first) throw new Error('No server')
  const { journal, maintain, deleteLead } = first

  for (const each of steps) {
    const counter = serverOf(pages.all++)
    const isInterrupted = each.does === 'kill' || each.does === 'journal'
    if (counter?.journalState === 'ok' && !isInterrupted) pages.counted++
    void counter?.countPage(oddText())
    if (['answer', 'journal', 'clock', 'kill', 'delete'].includes(each.does)) faults++
    if (each.does === 'post') post(each)
    if (each.does === 'race') {
      const before = moment
      post({ ...each, does: 'post', tab: 0, server: 0, changed: true })
      // Neither comes before the other.
      moment = before
      post({ ...each, does: 'post', tab: 1, server: 1, changed: true })
    }
    if (each.does === 'answer') world.state.answer = each.answer
    if (each.does === 'wait') await world.pass(each.ms, each.ms > 20_000 ? 2 : 1)
    if (each.does === 'journal') {
      journalFaults++
      for (const server of servers) server.journalState = each.state
      canForget ||= each.state === 'lost'
      if (each.state !== 'ok') failedUntil = Number.POSITIVE_INFINITY
      else if (failedUntil === Number.POSITIVE_INFINITY) failedUntil = ++moment
      if (each.state !== 'ok') {
        canRepeat ||= each.state === 'lost' || count > 1
        isOrderUnknown ||= count > 1 || clockIsSet
      }
    }
    if (each.does === 'clock') {
      // The leases of another process seem to have expired.
      if (count > 1) await endSends()
      isOrderUnknown ||= servers.some((server) => server.unsettled())
      clockIsSet = true
      world.setClock(each.byMs)
    }
    canForget ||= each.does === 'kill' || each.does === 'delete'
    if (each.does === 'kill') {
      const server = serverOf(each.server)
      canRepeat = true
      for (const tab of tabs.filter((tab) => tab.posting && tab.server === server)) {
        isOrderUnknown ||= (tab.version?.postedAgain ?? 0) < failedUntil
        end(tab, false)
      }
      isOrderUnknown ||= Boolean(server?.unsettled())
      server?.restart()
      isRestarted = true
      // A process does not start within a millisecond.
      await world.pass(10)
    }
    if (each.does === 'release') await journal.makeAllDue({ states: ['held'], reasons: ['flood'] })
    if (each.does === 'redeliver') await journal.makeAllDue({})
    if (each.does === 'set aside') {
      // A journal is restored while no server runs.
      await endSends()
      await journal.setAside()
    }
    if (each.does === 'back up') restore = await world.backUp()
    if (each.does === 'restore' && restore) {
      await endSends()
      isOrderUnknown ||= servers.some((server) => server.unsettled())
      for (const server of servers) server.restart()
      await restore()
      canForget = canRepeat = isRestarted = true
      called.clear()
      const rows = await journal.store.read('SELECT payload FROM leads')
      const names = rows.map(({ payload }) => JSON.parse(String(payload)).businessName)
      for (const version of versions) version.lost ||= !names.includes(version.name)
    }
    if (each.does === 'maintain') await maintain(journal)
    if (each.does === 'delete' || each.does === 'call') {
      const [row] = await journal.store.read(
        'SELECT id FROM leads WHERE thread = $1 ORDER BY version DESC LIMIT 1',
        [threads[each.visitor] ?? ''],
      )
      if (each.does === 'call' && row && (await journal.recordCall(String(row.id))))
        called.add(each.visitor)
      const deleted =
        each.does === 'delete' &&
        row &&
        (await deleteLead(journal, String(row.id), { withConsent: true }).catch((error) => {
          if (!(error instanceof Error) || !error.message.includes('is being sent')) throw error
        }))
      if (deleted) called.delete(each.visitor)
      if (deleted)
        for (const { name, visitor } of versions)
          if (visitor === each.visitor) erased.set(name, moment)
      // What is sent in the same millisecond counts as sent before.
      await world.pass(1)
    }
    await world.settle()
    // The new process does not know how the versions before were numbered, and cannot ask the journal.
    isOrderUnknown ||= isRestarted && clockIsSet && !journalWorks()
  }

  async function endSends() {
    do await world.pass(12_000, 2)
    while (tabs.some(({ posting }) => posting))
  }

  // The end of all faults.
  world.state.answer = 'accept'
  for (const server of servers) server.journalState = 'ok'
  await world.pass(30_000, 2)
  await world.pass(23 * hour)
  await world.pass(30_000)

  await check()
  return versions.filter(({ accepted }) => accepted).length

  async function check() {
    if (refused.length > 0) throw new Error(`${refused} was refused although everything worked`)

    const rows = await journal.store.read(
      'SELECT state, version, payload, called_at AS "calledAt" FROM leads ORDER BY version, id',
    )
    const versionOf = (body: unknown): string => JSON.parse(String(body)).businessName
    const stored = new Map(rows.map(({ payload, state }) => [versionOf(payload), String(state)]))
    const arrivals = world.state.arrivals.map((arrival) => ({
      ...arrival,
      version: versionOf(arrival.body),
    }))
    const firstArrival = (version: string) =>
      arrivals.findIndex((arrival) => arrival.version === version)
    const lastArrival = (version: string) =>
      arrivals.findLastIndex((arrival) => arrival.version === version)

    for (const { payload, calledAt } of rows) {
      const version = versions.find(({ name }) => name === versionOf(payload))
      if (version && called.has(version.visitor) && calledAt === null)
        throw new Error(`${version.name} is of a visitor who was called, and does not say so`)
    }

    for (const [version, state] of stored)
      if (['pending', 'leased'].includes(state)) throw new Error(`${version} is still ${state}`)

    for (const { name, ended } of isOrderUnknown ? [] : versions)
      if (stored.has(name) && ended <= (erased.get(name) ?? 0))
        throw new Error(`${name} was deleted, and is back`)

    const others = (version: Version) =>
      versions.filter((other) => other.visitor === version.visitor && other !== version)
    for (const version of versions.filter(({ accepted, recorded }) => accepted || recorded)) {
      const { name, began, accepted } = version
      const isSuperseded = others(version).some(
        (other) => other.began > began || other.ended > began,
      )
      const isKept = firstArrival(name) >= 0 || stored.has(name) || erased.has(name) || version.lost
      if (!isKept && !isSuperseded)
        throw new Error(`${name} was ${accepted ? 'accepted' : 'answered'}, and is lost`)
    }

    const numbers = new Map(
      rows.map(({ payload, version }) => [versionOf(payload), Number(version)]),
    )
    /** Of two that come at once, the journal says which came first, unless it no longer has one of them. */
    const isOlder = (one: Version, other: Version) => {
      const [first, second] = [numbers.get(one.name), numbers.get(other.name)]
      return one.postedAgain < other.began && !(first && second && first > second)
    }
    const known = versions.filter(({ name, lost }) => !isOrderUnknown && !erased.has(name) && !lost)
    for (const newer of known)
      for (const older of others(newer).filter((other) => isOlder(other, newer))) {
        const arrived = arrivals.findIndex(
          ({ version, answered }) => version === newer.name && answered,
        )
        if (arrived >= 0 && lastArrival(older.name) > arrived)
          throw new Error(`${older.name} was sent after ${newer.name}`)
        const waited = older.ended > newer.ended
        // Beside a newer version, it would be deleted instead.
        const isSendable = ['held', 'dead'].includes(stored.get(older.name) ?? '')
        if (newer.accepted && !waited && isSendable && !stored.has(newer.name))
          throw new Error(`${older.name} can be sent after ${newer.name}`)
      }

    /** The last version of each thread that was delivered, as far as the journal or one process knows it. */
    const lastOf = new Map<number | undefined, string>()
    for (const { id, version, replaces, answered } of isOrderUnknown || canForget ? [] : arrivals) {
      const visitor = versions.find(({ name }) => name === version)?.visitor
      const expected = lastOf.get(visitor)
      if (expected !== id && replaces !== expected)
        throw new Error(`${version} names ${replaces} instead of ${expected}`)
      if (answered) lastOf.set(visitor, id)
    }

    // A receiver that takes each id once, as it is sent, and one that works late, and keeps the largest version of each form.
    const kept = new Map<string, Arrival>()
    for (const arrival of world.state.taken)
      if (arrival.version > (kept.get(arrival.form)?.version ?? Number.NEGATIVE_INFINITY))
        kept.set(arrival.form, arrival)
    const first = arrivals.filter(({ version }, index) => index === firstArrival(version))
    const last = new Map(first.map((arrival) => [arrival.form, arrival]))
    for (const { body } of [...kept.values(), ...last.values()]) {
      const held = known.find(({ name }) => name === versionOf(body))
      const missed =
        held &&
        others(held).find(
          (other) =>
            isOlder(held, other) && known.includes(other) && stored.get(other.name) === 'delivered',
        )
      if (missed) throw new Error(`A receiver has ${held.name} instead of ${missed.name}`)
    }

    const bodies = new Map<string, string>()
    const answered = new Set<string>()
    for (const { id, body, version, answered: inTime } of arrivals) {
      const { submittedAt, submissionDate, submissionTime, ...entries } = JSON.parse(body)
      const text = JSON.stringify(entries)
      if ((bodies.get(id) ?? text) !== text) throw new Error(`${version} has two bodies`)
      bodies.set(id, text)
      if (answered.has(id) && !canRepeat && !erased.has(version))
        throw new Error(`${version} was sent again after it was accepted`)
      if (inTime) answered.add(id)
    }

    const [row] = await journal.store.read(
      'SELECT COALESCE(SUM(count), 0) AS count FROM visit_counts',
    )
    const count = Number(row?.count)
    if (count < pages.counted || count > pages.all)
      throw new Error(`${count} pages are counted, of ${pages.counted} to ${pages.all}`)

    const listed = await journal.store.read(
      'SELECT id FROM leads WHERE id IN (SELECT key FROM erased)',
    )
    if (listed.length > 0) throw new Error('A lead was received again, and is listed as deleted')

    const keptProofs = await journal.store.read(
      `SELECT id FROM consents WHERE 'consent ' || id IN (SELECT key FROM erased) OR 'consent ' || thread IN (SELECT key FROM erased)`,
    )
    if (keptProofs.length > 0)
      throw new Error('A proof of consent is kept, and is listed as deleted')

    const unproven = await journal.store.read(
      `SELECT id FROM leads WHERE state = 'delivered' AND NOT EXISTS (SELECT 1 FROM consents WHERE consents.id = leads.id)`,
    )
    if (unproven.length > 0) throw new Error('A lead was sent without a proof of consent')
  }
}
