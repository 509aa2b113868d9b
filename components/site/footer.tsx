import { footer, nav } from '@/lib/content'
import { site } from '@/lib/site'
import { MarkAgain } from './mark'

export function Footer() {
  return (
    <footer className="border-rule border-t bg-paper-2">
      <div className="wrap grid gap-x-column grid-cols-2 gap-y-8 py-12 sm:grid-cols-[1fr_auto_auto]">
        <div className="col-span-full sm:col-span-1">
          <p className="flex items-center gap-2.5 font-bold text-lead tracking-tight">
            <MarkAgain />
            {site.name}
          </p>
          <p className="mt-2 text-ink-2">{footer.line}</p>
        </div>
        <nav aria-labelledby="footer-links">
          <h2 id="footer-links" className="text-ink-2 text-small tracking-normal">
            {footer.linksTitle}
          </h2>
          <ul className="links mt-1 font-semibold">
            {nav.items.map(({ label, href }, index) => (
              <li key={index}>
                <a href={href}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
        <section aria-labelledby="footer-areas">
          <h2 id="footer-areas" className="text-ink-2 text-small tracking-normal">
            {footer.areasTitle}
          </h2>
          <ul className="links mt-1">
            {site.areas.map(({ name }, index) => (
              <li key={index}>{name}</li>
            ))}
          </ul>
        </section>
        <p className="border-rule border-t pt-5 text-ink-2 text-small col-span-full">
          {footer.legal(site.legalName, new Date().getFullYear())}
        </p>
      </div>
    </footer>
  )
}
