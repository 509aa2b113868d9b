import { ButtonLink } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { nav } from '@/lib/content/site'
import { Brand } from './brand'

export function Nav() {
  const items = nav.items.map(({ label, href }, index) => (
    <li key={index}>
      <a href={href}>{label}</a>
    </li>
  ))
  return (
    <header className="fixed inset-x-0 top-0 z-10 short:absolute border-rule border-b bg-paper">
      <a href="#content" className="skip">
        {nav.skip}
      </a>
      <nav aria-label="Main" className="wrap flex h-bar items-center gap-3 lg:gap-6">
        <Brand />
        <ul className="links hidden gap-5 font-semibold md:flex lg:gap-7">{items}</ul>
        <span className="hidden md:inline">
          <ButtonLink href={nav.button.href} size="small">
            {nav.button.label}
          </ButtonLink>
        </span>
        <button
          type="button"
          aria-label={nav.menu}
          popoverTarget="menu"
          className="btn-icon md:hidden"
        >
          <Icon name="menu" />
        </button>
        {/* The platform opens and closes it; lib/client/loader.ts closes it on a choice. */}
        <div id="menu" popover="auto" className="menu md:hidden">
          <ul>{items}</ul>
          <ButtonLink href={nav.panelButton.href} width="full">
            {nav.panelButton.label}
          </ButtonLink>
        </div>
      </nav>
    </header>
  )
}
