import 'server-only'
import { domainToASCII } from 'node:url'

/** Providers with several spellings of a mailbox: their domains, the one of them that is kept, and what is replaced in a name. */
const providers: [domains: RegExp, domain: string, replaced?: RegExp, by?: string][] = [
  [/^g(oogle)?mail\.com$/, 'gmail.com', /\./g],
  [/^(proton\.me|protonmail\.com|pm\.me)$/, 'proton.me', /[._-]/g],
  [/^(icloud|me|mac)\.com$/, 'icloud.com'],
  [/^(ya\.ru|yandex\.([a-z]{2}|com(\.tr)?))$/, 'yandex.ru', /-/g, '.'],
]

/**
 * One person gets the mail to ana@ruiz.com, Ana@Ruiz.com, ana+1@ruiz.com, and ana@ｒｕｉｚ.com, at Gmail also to a.n.a@gmail.com and
 * ana@googlemail.com, and at Fastmail to x@ana.fastmail.com. The form refuses comments, quotes, backslashes, and a dot at the
 * end, but leads of earlier versions can have them.
 */
export function mailboxOf(email: string): string {
  const [, name = '', domain = ''] =
    /^([^@+]*).*@(.*)$/.exec(
      email
        .normalize('NFKC')
        .toLowerCase()
        .replace(/\([^)]*\)|["\\]/g, ''),
    ) ?? []
  // A dot of another script becomes a dot here. Of an address of a page, this would be only the host.
  const host = /[/?#]/.test(domain) ? '' : domainToASCII(domain)
  const exact = (host || domain).replace(/\.+$/, '')
  const user = /^(.+)\.fastmail\.com$/.exec(exact)?.[1]
  if (user) return `${user}@fastmail.com`
  const [, kept = exact, replaced = '', by = ''] =
    providers.find(([domains]) => domains.test(exact)) ?? []
  return `${name.replaceAll(replaced, by)}@${kept}`
}
