import { footer, nav } from '@/lib/content/site'
import { site } from '@/lib/site'
import { Logo } from './logo'
import { supportContact } from './support-contact'

export function Footer() {
  return (
    <footer className="border-t bg-paper-2">
      <div className="wrap grid grid-cols-2 gap-x-column gap-y-8 py-12 max-2xs:grid-cols-1 sm:grid-cols-[1fr_auto_auto]">
        <div className="col-span-full text-ink-2 sm:col-auto">
          <Logo />
          <p>{footer.line}</p>
          {supportContact}
        </div>
        <nav aria-labelledby="footer-links">
          <h2 id="footer-links" className={small}>
            {footer.linksTitle}
          </h2>
          <ul className="mt-1 font-semibold">
            {nav.items.map(({ label, href }, index) => (
              <li key={index}>
                <a href={href} className="flex min-h-11 items-center hover:underline">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <section aria-labelledby="footer-areas">
          <h2 id="footer-areas" className={small}>
            {footer.areasTitle}
          </h2>
          <ul className="mt-1">
            {site.areas.map(({ name }, index) => (
              <li key={index} className="flex min-h-11 items-center">
                {name}
              </li>
            ))}
          </ul>
        </section>
        <p className={`${small} col-span-full border-t pt-5`}>
          {footer.legal(site.legalName, new Date().getFullYear())}
        </p>
      </div>
    </footer>
  )
}

const small = 'text-ink-2 text-small tracking-normal'
