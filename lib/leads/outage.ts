import 'server-only'
import { perProcess } from '@/lib/server/per-process'
import type { LeadRecord, SentLead } from './lead'

/**
 * What this process remembers of forms, so that their versions stay in order while the journal fails or after the clock was set:
 * then a lease protects nothing.
 */
export const memory = perProcess('forms', () => ({
  /** The threads of which a version is being recorded or sent, and when that has ended. */
  turns: new Map<string, Promise<unknown>>(),
  /** The versions of each thread that were sent, in their order. */
  sent: new Map<string, { id: string; version: number; delivered: boolean }[]>(),
  /** The leads that were delivered, and that the journal may not know as delivered, and when. */
  unrecorded: new Map<string, { at: number; lead: SentLead }>(),
  /**
   * The journal may have unrecorded leads as undelivered: a database can execute a statement that has timed out here, even much
   * later. So many leads have a few megabytes.
   */
  maxRemembered: 1000,
}))

const { turns, sent, unrecorded } = memory

/** Does the work on the versions of one thread in turn, so that this process sends one of them at a time. */
export function inThreadTurn<T>(thread: string, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(thread) ?? Promise.resolve()).then(work)
  const ended = turn
    .catch(() => undefined)
    .finally(() => {
      if (turns.get(thread) === ended) turns.delete(thread)
    })
  turns.set(thread, ended)
  return turn
}

export function rememberSent({ id, thread, version }: SentLead, delivered: boolean): void {
  const others = sentOf(thread).filter((other) => other.id !== id)
  const now = { id, version, delivered: delivered || wasDelivered({ id, thread }) }
  // A thread that is set again goes to the end.
  sent.delete(thread)
  sent.set(thread, [...others, now])
  const [oldest] = sent.keys()
  if (oldest && sent.size > memory.maxRemembered) sent.delete(oldest)
}

/** For when there is no journal that could know it. */
export function wasDelivered({ id, thread }: Pick<LeadRecord, 'id' | 'thread'>): boolean {
  return sentOf(thread).some((other) => other.id === id && other.delivered)
}

/** A lead as it is sent without the journal: a later version than those that this process has sent. */
export function unrecordedVersion(lead: LeadRecord): SentLead {
  const replaces = sentOf(lead.thread).findLast(({ delivered }) => delivered)?.id ?? null
  return { ...lead, version: Math.max(Date.now(), newestSent(lead.thread) + 1), replaces }
}

/** The largest version of a thread that this process has sent, which the journal may not know. Zero if none. */
export function newestSent(thread: string): number {
  return Math.max(0, ...sentOf(thread).map(({ version }) => version))
}

function sentOf(thread: string) {
  return sent.get(thread) ?? []
}

/** `at` is when the send began: what ops delete later stays deleted. */
export function rememberUnrecorded(lead: SentLead, at: number): void {
  if (unrecorded.has(lead.id) || unrecorded.size >= memory.maxRemembered) return
  unrecorded.set(lead.id, { at, lead })
}

/** In the order in which they were sent. */
export function unrecordedOf(thread: string): { at: number; lead: SentLead }[] {
  return [...unrecorded.values()].filter(({ lead }) => lead.thread === thread)
}
