import { nav } from '@/lib/content'
import { site } from '@/lib/site'

export function Footer() {
  return (
    <footer className="border-rule border-t">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-8 text-small text-ink-2">
        <p>{site.legalName}</p>
        <ul className="flex flex-wrap gap-x-6">
          {nav.items.map(({ label, href }) => (
            <li key={href}>
              <a href={href} className="block py-2 hover:text-copper">
                {label}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </footer>
  )
}
