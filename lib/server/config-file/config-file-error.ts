/** Error in the configuration file: its location, the problem, and the fix. */
export class ConfigFileError extends Error {
  override readonly name = "ConfigFileError";
  readonly where: string;
  readonly wrong: string;
  readonly fix: string;

  constructor(where: string, wrong: string, fix: string) {
    super(`${where}: ${wrong}. fix: ${fix}`);
    this.where = where;
    this.wrong = wrong;
    this.fix = fix;
  }
}
