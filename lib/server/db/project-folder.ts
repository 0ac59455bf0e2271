/** Where the program's own files lie: the working folder, which scripts, tests and the built server all set to the project's root. */

/** The root below which `prisma` and `node_modules` are found at run time. */
export function projectFolder(): string {
  return process.cwd();
}
