/** For agents and language models: the sentences of /llms.txt that appear on no page. */
export const llms = {
  audience: 'For owners of plumbing companies in the areas served, from one truck to a whole crew.',
  pages: 'Pages',
  services: 'What it does',
  claims: 'What it promises',
  book: 'How to book',
  demo: 'a form in four steps. Fill in every required field, including a day and a time.',
  call: (button: string) =>
    `a form on the home page, opened by the button “${button}”. The AI calls the number that you enter.`,
  dial: (phone: string) => `Or a person calls the AI, without a form: ${phone}`,
  confirm: 'An agent may fill in a form. A person must check it and submit it.',
  fields: (form: string) => `Fields of “${form}”`,
  required: 'required',
  atMost: (characters: number) => `at most ${characters} characters`,
  options: (options: readonly string[]) => `choose from: ${options.join('; ')}`,
  field: (name: string) => `field ${name}`,
  consent: 'Consent',
  support: 'Support',
  questions: 'Questions',
} as const
