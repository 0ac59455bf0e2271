/** Error in the configuration file: its location, the problem, and how to correct it. */
export class ConfigFileError extends Error {
  override readonly name = "ConfigFileError";
  readonly location: string;
  readonly problem: string;
  readonly fix: string;

  constructor(where: string, problem: string, fix: string) {
    super(`${where}: ${problem}. fix: ${fix}`);
    this.location = where;
    this.problem = problem;
    this.fix = fix;
  }
}
