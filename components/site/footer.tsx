import { footer, nav, policies } from '@/lib/content/layout'
import { owner } from '@/lib/content/owner'
import { addressOf } from '@/lib/page/seo'
import { privacyUrl, termsUrl } from '@/lib/page/settings'
import { site } from '@/lib/site'
import { Logo } from './logo'
import { SupportList, supportContact } from './support-contact'

/** The brand line takes the width that the columns leave. The booking page shows only logo, contact and the last line. */
export function Footer() {
  return (
    <footer className="border-t bg-muted">
      <div className="wrap flex flex-wrap gap-x-column gap-y-6 py-8">
        <p className="hidden basis-full font-bold print:block">
          {footer.book(addressOf('/book-demo'))}
        </p>
        <div className="basis-full md:grow-3 md:basis-60">
          <Logo />
          <p className="mt-3 font-bold text-lg booking:hidden">{footer.line}</p>
        </div>
        <section aria-labelledby="footer-links" className={`${column} booking:hidden`}>
          <h2 id="footer-links" className={small}>
            {footer.linksTitle}
          </h2>
          <ul className="mt-2 font-semibold">
            {nav.links.map(({ label, href }, index) => (
              <li key={index}>
                <a href={href} className="block leading-11 hover:underline">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="footer-areas" className={`${column} booking:hidden`}>
          <h2 id="footer-areas" className={small}>
            {footer.areasTitle}
          </h2>
          <ul className="mt-2 leading-11">
            {site.areas.map(({ name }, index) => (
              <li key={index}>{name}</li>
            ))}
          </ul>
        </section>
        {supportContact && (
          <section aria-labelledby="footer-contact" className="grow">
            <h2 id="footer-contact" className={small}>
              {footer.contactTitle}
            </h2>
            <SupportList />
          </section>
        )}
        <div className={`${small} flex basis-full flex-wrap items-center gap-x-6 border-t pt-5`}>
          <p className="grow max-sm:basis-full">
            {footer.legal(site.legalName, owner.postalAddress)}
          </p>
          <PolicyLink href={privacyUrl}>{policies.privacy}</PolicyLink>
          <PolicyLink href={termsUrl}>{policies.terms}</PolicyLink>
        </div>
      </div>
    </footer>
  )
}

function PolicyLink({ href, children }: { href: string; children: string }) {
  if (href === '') return null
  return (
    <a href={href} className="flex min-h-11 items-center underline">
      {children}
    </a>
  )
}

const column = 'grow basis-28'
const small = 'text-muted-foreground text-sm'
