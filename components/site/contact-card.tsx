import { saveOurNumber } from '@/lib/content/calls'
import { contactCardUrl } from '@/lib/page/contact-card'
import { contactLink } from './phone-link'

const url = contactCardUrl()

/** Saves the number from which the owner calls. Null where he has not filled it in. */
export const contactCard = url ? (
  <p>
    <a href={url} download="contact.vcf" className={contactLink}>
      {saveOurNumber}
    </a>
  </p>
) : null
