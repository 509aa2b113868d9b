import { saveOurNumber } from '@/lib/content/calls'
import { owner } from '@/lib/content/owner'
import { withCountryCode } from '@/lib/page/country-code'
import { site } from '@/lib/site'
import { contactLink } from './phone-link'

/** Saves the number from which the owner calls, so that the phone shows who calls. Null where he has not filled it in. */
export const contactCard = owner.callsFrom && (
  <p>
    <a href={contactCardUrl(owner.callsFrom)} download="contact.vcf" className={contactLink}>
      {saveOurNumber}
    </a>
  </p>
)

function contactCardUrl(phone: string): string {
  const name = site.name.replaceAll(/[\\;,]/g, '\\$&')
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:;${name};;;`,
    `FN:${name}`,
    `ORG:${name}`,
    `TEL;TYPE=WORK,VOICE:${withCountryCode(phone)}`,
    'END:VCARD',
  ]
  return `data:text/vcard;charset=utf-8,${encodeURIComponent(`${lines.join('\r\n')}\r\n`)}`
}
