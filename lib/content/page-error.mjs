/** Of all error pages. JavaScript, because the build writes one of them (scripts/build.mjs). */
export const pageError = /** @type {const} */ ({
  title: 'Unexpected Application Error!',
  text: 'Something broke on our end. Anything you typed is still in this tab.',
  retry: 'Try again',
  home: 'Back to the home page',
})
