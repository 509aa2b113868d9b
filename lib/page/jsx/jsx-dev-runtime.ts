export { Fragment, jsxDEV } from 'react/jsx-dev-runtime'
export type { JSX } from 'react/jsx-runtime'
