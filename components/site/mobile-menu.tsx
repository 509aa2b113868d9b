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
      <div
        ref={panel}
        id="menu"
        popover="auto"
        className="inset-x-0 top-bar bottom-auto m-0 w-full max-w-none border-rule border-b bg-paper px-5 pt-2 pb-6 text-ink shadow-lift md:hidden"
      >
        <ul className="mb-4">
          {items.map(({ label: text, href }) => (
            <li key={href} className="border-rule border-b">
              <a href={href} onClick={close} className="block py-3.5 font-semibold text-lead">
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
