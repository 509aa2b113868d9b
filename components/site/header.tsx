import { Button, ButtonLink } from '@/components/ui/button'
import { CloseIcon, MenuIcon } from '@/components/ui/icon'
import { nav } from '@/lib/content/layout'
import { LogoLink } from './logo'

export function Header() {
  return (
    <header className="fixed inset-x-0 top-0 z-10 short:absolute border-b bg-background">
      <a
        href="#content"
        className="absolute top-2 left-4 rounded-lg bg-card px-4 py-3 font-semibold not-focus:-top-96"
      >
        {nav.skip}
      </a>
      <nav aria-label="Main" className="wrap flex h-bar items-center gap-4">
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
        {/* On phones a native popover, which lib/page/loader/inline-script.ts closes when a link in it is clicked. Its backdrop begins below the header. */}
        <ul
          id="menu"
          popover="auto"
          className="top-bar bottom-auto w-full border-b bg-background px-5 pt-2 pb-6 shadow-lift backdrop:top-bar backdrop:bg-(--scrim)"
        >
          {nav.links.map(({ label, href }, index) => (
            <li key={index}>
              <a
                href={href}
                className="block border-b py-3.5 font-semibold text-lg hover:underline"
              >
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
        <ButtonLink href="/book-demo" size="sm" className="funnel:button-outline max-md:hidden">
          {nav.button}
        </ButtonLink>
      </nav>
    </header>
  )
}
