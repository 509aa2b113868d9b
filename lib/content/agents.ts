/* For agents and language models: the sentences of /llms.txt that no page has. */

export const llms = {
  audience: 'For: owners of plumbing companies in the areas served, one truck or a whole crew.',
  areas: (names: readonly string[]) => `Areas served: ${names.join(', ')}.`,
  services: 'What it does',
  claims: 'What it promises',
  prices: 'Prices',
  price:
    'No prices are listed. The demo is free; ask in the demo what the service costs for your business.',
  book: 'How to book',
  demo: 'a form in four steps. Every required field must be filled; a day and a time are part of it.',
  call: (button: string) =>
    `a form behind the button “${button}” on the home page. The AI calls the number that was left.`,
  confirm: 'An agent may fill the forms in. The person checks and sends them.',
  fields: (form: string) => `Fields of “${form}”`,
  required: 'required',
  atMost: (characters: number) => `at most ${characters} characters`,
  options: (options: readonly string[]) => `from: ${options.join('; ')}`,
  consent: 'Consent',
  questions: 'Questions',
} as const
