// The environment of a process as what it is: names and texts. Node's own type says more, since the web framework adds
// the variables it insists on to it.

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment in the form that Node's functions take. */
export function toProcessEnvironment(environment: Environment): NodeJS.ProcessEnv {
  return environment as NodeJS.ProcessEnv;
}
