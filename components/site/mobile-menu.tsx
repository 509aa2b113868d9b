'use client'

import { useRef } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'

type Item = { label: string; href: string }

/** The platform's popover: opens and closes before and without scripts. A script closes it on a choice. */
export function MobileMenu({
  label,
  items,
  button,
}: {
  label: string
  items: readonly Item[]
  button: Item
}) {
  const panel = useRef<HTMLDivElement>(null)
  const close = () => panel.current?.hidePopover?.()
  return (
    <>
      <button type="button" aria-label={label} popoverTarget="menu" className="btn-icon md:hidden">
        <Icon name="menu" />
      </button>
      <div ref={panel} id="menu" popover="auto" className="menu md:hidden">
        <ul>
          {items.map(({ label: text, href }) => (
            <li key={href}>
              <a href={href} onClick={close}>
                {text}
              </a>
            </li>
          ))}
        </ul>
        <ButtonLink href={button.href} onClick={close} width="full">
          {button.label}
        </ButtonLink>
      </div>
    </>
  )
}
