'use client'

import { useEffect } from 'react'
import { firstPage } from '@/lib/first-page'

/** Keeps, for the length of the visit, where it came from. Goes along with a lead. */
export function VisitMemory() {
  useEffect(() => firstPage.keep(window.location.href, document.referrer), [])
  return null
}
