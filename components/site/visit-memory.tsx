'use client'

import { useEffect } from 'react'
import { attributionOf } from '@/lib/leads/attribution'
import { firstPage } from '@/lib/storage'

/** Keeps, for the length of the visit, where it came from. Goes along with a lead. */
export function VisitMemory() {
  useEffect(() => {
    firstPage.keep(JSON.stringify(attributionOf(new URL(window.location.href), document.referrer)))
  }, [])
  return null
}
