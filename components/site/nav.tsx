import { ButtonLink } from '@/components/ui/button'
import { nav } from '@/lib/content'
import { Brand } from './brand'
import { MobileMenu } from './mobile-menu'

export function Nav() {
  return (
    <header className="fixed inset-x-0 top-0 z-10 border-rule border-b bg-paper">
      <a
        href="#content"
        className="absolute -top-20 left-4 rounded-field bg-ticket px-4 py-2 font-semibold focus:top-2"
      >
        {nav.skip}
      </a>
      <nav aria-label="Main" className="wrap flex h-bar items-center gap-6">
        <Brand />
        <ul className="hidden gap-6 font-semibold md:flex">
          {nav.items.map(({ label, href }) => (
            <li key={href}>
              <a href={href} className="block py-2 hover:text-copper">
                {label}
              </a>
            </li>
          ))}
        </ul>
        <span className="hidden md:inline">
          <ButtonLink href={nav.button.href} size="small">
            {nav.button.label}
          </ButtonLink>
        </span>
        <MobileMenu label={nav.menu} items={nav.items} button={nav.panelButton} />
      </nav>
    </header>
  )
}
