'use client'

import { Toaster } from '@/components/ui/toast'
import { dismissToast } from '@/lib/content/layout'
import { supportContact } from './support-contact'

/** In the scripts of the layout, so that those of the forms and of the error pages need not repeat what it imports. */
export function SiteToaster() {
  return <Toaster dismissLabel={dismissToast} support={supportContact} />
}
