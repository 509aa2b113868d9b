'use client'

import { usePathname } from 'next/navigation'
import { useEffect } from 'react'

/** Tells the console which address does not exist. */
export function AttemptedPath() {
  const path = usePathname()
  useEffect(() => {
    console.warn('404: no page at', path)
  }, [path])
  return null
}
