import { lazy } from 'react'

/** What answers to the entries comes with the first of them. A connection that has no more leaves a form that sends. */
export const loadTickets = () => import('./tickets').catch(() => null)

type Tickets = NonNullable<Awaited<ReturnType<typeof loadTickets>>>

function later<Name extends 'DemoTicket' | 'ReviewTicket' | 'LocalTimeNote'>(name: Name) {
  return lazy(async () => {
    const tickets = await loadTickets()
    return { default: (tickets?.[name] ?? nothing) as Tickets[Name] }
  })
}

const nothing = () => null

export const DemoTicket = later('DemoTicket')
export const ReviewTicket = later('ReviewTicket')
export const LocalTimeNote = later('LocalTimeNote')
