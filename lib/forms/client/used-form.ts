/** What a form needs once it is used. It is too large for the first load, so a form loads it on the first focus. */

export { visitAttribution } from '../attribution'
export { findErrors } from './validate'
