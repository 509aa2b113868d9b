import { Button, ButtonLink } from '@/components/ui/button'
import { CloseIcon, MenuIcon } from '@/components/ui/icon'
import { nav } from '@/lib/content/layout'
import { LogoLink } from './logo'

export function Header() {
  return (
    <header>
      <a
        href="#content"
        className="absolute top-2 left-4 rounded-lg bg-card px-4 py-3 font-semibold not-focus:-top-96"
      >
        {nav.skip}
      </a>
      <nav aria-label={nav.name} className="wrap flex h-bar items-center gap-4">
        <LogoLink />
        <Button
          variant="ghost"
          size="icon"
          aria-label={nav.menu}
          popoverTarget="menu"
          className="ml-auto md:hidden"
        >
          <span className="contents menu-open:hidden">
            <MenuIcon />
          </span>
          <span className="hidden menu-open:contents">
            <CloseIcon />
          </span>
        </Button>
        <ul id="menu" popover="auto" className="menu">
          {nav.links.map(({ label, href }, index) => (
            <li key={index}>
              <a href={href} className="menu-link max-md:text-lg">
                {label}
              </a>
            </li>
          ))}
          <li className="mt-4 md:hidden">
            <ButtonLink href="/book-demo" className="w-full">
              {nav.panelButton}
            </ButtonLink>
          </li>
        </ul>
        <ButtonLink href="/book-demo" size="sm" className="header-demo max-md:hidden">
          {nav.button}
        </ButtonLink>
      </nav>
    </header>
  )
}
