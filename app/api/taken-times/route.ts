import { takenTimes } from '@/lib/leads'

export const dynamic = 'force-dynamic'

/** For the calendar: the times of each day at which no more demo can be booked. */
export async function GET() {
  return Response.json(await takenTimes(), { headers: { 'cache-control': 'no-store' } })
}
