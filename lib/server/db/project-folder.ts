/** The project folder is the working directory. Scripts, tests and the server set it to the project root. */

/** Returns the folder that contains `prisma` and `node_modules` at run time. */
export function findProjectFolder(): string {
  return process.cwd();
}
