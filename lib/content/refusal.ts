export const refusal = {
  title: 'There is a problem',
  pageTitle: (title: string) => `Error: ${title}`,
} as const
