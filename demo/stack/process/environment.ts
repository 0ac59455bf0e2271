// Environment variables as plain names and strings. Node's type also contains variables that the web framework
// requires.

/** Environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the environment in the type that Node's functions take. */
export function toProcessEnvironment(environment: Environment): NodeJS.ProcessEnv {
  return environment as NodeJS.ProcessEnv;
}
