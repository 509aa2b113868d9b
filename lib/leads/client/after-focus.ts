/** What a form needs once it is used: too large for the first load, so resolver.ts loads it on the first focus. */
export { zodResolver } from '@hookform/resolvers/zod'
export { getAttribution } from '../shared/attribution'
export { leadSchema } from '../shared/schema'
