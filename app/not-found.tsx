/** Empty, because the data of each page contains it. Unknown addresses show global-not-found.tsx. */
export default function NotFound() {
  return null
}
