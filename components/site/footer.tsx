import { footer, nav } from '@/lib/content/site'
import { site } from '@/lib/site'
import { MarkAgain } from './logo'

export function Footer() {
  return (
    <footer className="footer">
      <div className="wrap">
        <div>
          <p className="brand">
            <MarkAgain />
            {site.name}
          </p>
          <p>{footer.line}</p>
        </div>
        <nav aria-labelledby="footer-links">
          <h2 id="footer-links">{footer.linksTitle}</h2>
          <ul className="links mt-1 font-semibold">
            {nav.items.map(({ label, href }, index) => (
              <li key={index}>
                <a href={href}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
        <section aria-labelledby="footer-areas">
          <h2 id="footer-areas">{footer.areasTitle}</h2>
          <ul className="links mt-1">
            {site.areas.map(({ name }, index) => (
              <li key={index}>{name}</li>
            ))}
          </ul>
        </section>
        <p className="legal">{footer.legal(site.legalName, new Date().getFullYear())}</p>
      </div>
    </footer>
  )
}
