/** Facts about the product that more than one place needs. The canonical origin is `siteUrl` in env.ts. */
export const site = {
  name: 'Plumbing Xperience',
  legalName: 'Plumbing Xperience',
  areas: [
    { name: 'United States' },
    { name: 'Spokane, WA', city: 'Spokane', state: 'WA' },
    { name: 'Las Vegas, NV', city: 'Las Vegas', state: 'NV' },
  ],
} as const
