/** The file is wrong: where, what, and how it is mended. */
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
