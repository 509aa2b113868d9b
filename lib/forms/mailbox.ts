import 'server-only'
import { domainToASCII } from 'node:url'

/**
 * One person gets the mail to ana@ruiz.com, Ana@Ruiz.com, ana+1@ruiz.com, and ana@ｒｕｉｚ.com, and at Gmail to a.n.a@gmail.com and
 * ana@googlemail.com. The form refuses comments, quotes, backslashes, and a dot at the end, but leads of earlier versions can
 * have them.
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
  return /^g(oogle)?mail\.com$/.test(exact)
    ? `${name.replaceAll('.', '')}@gmail.com`
    : `${name}@${exact}`
}
