/**
 * One customer who may be named, shown with the claims on the landing page. Nothing shows while it is null. The photo is
 * a file in `public/`, square, and at least 160 pixels wide.
 */
export const customer: Customer | null = null

export type Customer = {
  quote: string
  name: string
  company: string
  town: string
  photo: `/${string}`
}
