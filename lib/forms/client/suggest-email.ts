import { run } from '@zootools/email-spell-checker'

/** Short names such as aol.com are not here: too many domains of companies differ from them by one letter. */
const services = [
  'gmail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'protonmail.com',
  'comcast.net',
  'verizon.net',
  'sbcglobal.net',
  'bellsouth.net',
  'centurylink.net',
  'earthlink.net',
  'windstream.net',
  'optonline.net',
  'charter.net',
  'frontier.com',
]

/** These get mail, too. */
const similarServices = ['mail.com', 'email.com', 'ymail.com', 'cloud.com']

/** The address that was probably meant, with another domain. Null if there is no doubt about this one. */
export function suggestEmail(email: string): string | null {
  const [, start, typed] = /^([^\s@]+@)([a-z\d][a-z\d.-]*)$/i.exec(email.trim()) ?? []
  if (!typed) return null
  const domain = correctEnding(typed.toLowerCase())
  const meant = closestService(domain) ?? domain
  return meant === typed.toLowerCase() ? null : `${start}${meant}`
}

/** No top-level domain has these names. */
function correctEnding(domain: string): string {
  return domain
    .replace(/\.(con|cpm|vom|xom|cmo|ocm|comm)$/, '.com')
    .replace(/\.(nte|nett|ner)$/, '.net')
}

function closestService(domain: string): string | undefined {
  // Any other ending is of the same service in another country, such as yahoo.ca, or of a company.
  const canBeService = /\.(com?|cm|om|net?|nt)$|^[^.]+$/.test(domain)
  if (!canBeService || similarServices.includes(domain)) return undefined
  // By default, it also knows short names, and takes .plumbing for .live.
  const options = { domains: services, secondLevelDomains: [], topLevelDomains: [] }
  return run({ email: `any@${domain}`, ...options })?.domain
}
