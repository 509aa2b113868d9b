/** The colors of app/tokens.css that are also needed where it does not apply. `npm run tool -- brand` writes them. */
export const colors = {
  light: {
    background: '#f5f0e6',
    card: '#fffaf0',
    border: '#d9d0bd',
    foreground: '#11242c',
    'muted-foreground': '#45565c',
    water: '#15707d',
    primary: '#b04e19',
    deep: '#0c3944',
  },
  dark: {
    background: '#0b1e24',
    card: '#14313a',
    border: '#274851',
    foreground: '#f3ede0',
    'muted-foreground': '#b3c3c2',
    water: '#6fc3c9',
    primary: '#f0934f',
    deep: '#061418',
  },
} as const
