'use client'

import { useEffect, useSyncExternalStore } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { notFound } from '@/lib/content'
import { WrongTurn } from './wrong-turn'

const never = () => () => undefined

/** A ticket for the address that does not exist; the console is told as well. */
export function NotFound() {
  const path = useSyncExternalStore(
    never,
    () => window.location.pathname,
    () => '',
  )
  useEffect(() => {
    if (path) console.warn('404: no page at', path)
  }, [path])
  return (
    <WrongTurn
      {...notFound}
      rows={[{ label: notFound.address, text: path || '…' }, ...notFound.rows]}
    >
      <ButtonLink href="/">{notFound.home}</ButtonLink>
    </WrongTurn>
  )
}
