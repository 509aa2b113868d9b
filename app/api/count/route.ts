import { after } from 'next/server'
import { env } from '@/lib/server/env'
import { addVisit, writeVisits } from '@/lib/visits/counts'
import { parseVisit } from '@/lib/visits/visit'

/** Counts what a page has sent. lib/http/request-filter.ts has refused everything else. */
export async function POST(request: Request) {
  const visit = parseVisit(await request.text())
  if (visit) addVisit(visit)
  if (env.onVercel) after(writeVisits)
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
}
