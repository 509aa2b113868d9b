import { owner } from '../content/owner'
import { site } from '../site'

/** A contact with the number from which we call, as a data URL to download, so that the phone shows who calls. */
export function contactCardUrl(): string | null {
  if (!owner.callsFrom) return null
  const name = site.name.replaceAll(/[\\;,]/g, '\\$&')
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:;${name};;;`,
    `FN:${name}`,
    `ORG:${name}`,
    `TEL;TYPE=WORK,VOICE:${owner.callsFrom}`,
    'END:VCARD',
  ]
  return `data:text/vcard;charset=utf-8,${encodeURIComponent(`${lines.join('\r\n')}\r\n`)}`
}
