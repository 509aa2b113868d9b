/** Words that follow what a visitor does. */
export const bookingLive = {
  step: (step: number) => `Step ${step} of 4`,
  left: (characters: number) =>
    characters === 1 ? '1 character left' : `${characters} characters left`,
} as const
