/** Modules that are loaded from now on are those of a new process: lib/server/per-process.ts keeps its state there. */
export function forgetProcess(): void {
  Reflect.deleteProperty(globalThis, Symbol.for('plumbing-xperience'))
}
