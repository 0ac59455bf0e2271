/** Invalid environment variable, in one line with the fix. */

export class EnvironmentError extends Error {
  override readonly name = "EnvironmentError";
  readonly variable: string;
  readonly fix: string;

  constructor(variable: string, problem: string, fix: string) {
    super(`${variable} ${problem}. fix: ${fix}`);
    this.variable = variable;
    this.fix = fix;
  }
}
