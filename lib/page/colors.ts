/** The backgrounds of app/tokens.css, where it does not apply. A test compares them. */
export const backgrounds = { light: '#f5f0e6', dark: '#0b1e24' }
