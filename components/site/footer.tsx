import { footer, nav } from '@/lib/content/site'
import { site } from '@/lib/site'
import { Logo } from './logo'
import { supportContact } from './support-contact'

/** The brand line takes the width that the columns leave. */
export function Footer() {
  return (
    <footer className="border-t bg-paper-2">
      <div className="wrap flex flex-wrap gap-x-column gap-y-8 py-12">
        <div className="basis-full md:grow-3 md:basis-60">
          <Logo />
          <p className="mt-3 font-bold text-head leading-none tracking-tight">{footer.line}</p>
        </div>
        <nav aria-labelledby="footer-links" className={column}>
          <h2 id="footer-links" className={small}>
            {footer.linksTitle}
          </h2>
          <ul className={list}>
            {nav.items.map(({ label, href }, index) => (
              <li key={index}>
                <a href={href} className="block hover:underline">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <section aria-labelledby="footer-areas" className={column}>
          <h2 id="footer-areas" className={small}>
            {footer.areasTitle}
          </h2>
          <ul className={list}>
            {site.areas.map(({ name }, index) => (
              <li key={index}>{name}</li>
            ))}
          </ul>
        </section>
        {supportContact && <div className={column}>{supportContact}</div>}
        <p className={`${small} basis-full border-t pt-5`}>
          {footer.legal(site.legalName, new Date().getFullYear())}
        </p>
      </div>
    </footer>
  )
}

const column = 'grow basis-28'
/** Each line is as tall as a thumb. */
const list = 'mt-2 font-semibold leading-11'
const small = 'text-ink-2 text-small tracking-normal'
