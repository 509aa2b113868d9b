export const pageError = {
  title: 'Unexpected Application Error!',
  text: 'Something broke on our side. What you typed is still in this tab.',
  retry: 'Try again',
  home: 'Back to the home page',
} as const
