/** Result of a command: exit code, standard output and standard error. */

export interface CliOutcome {
  /**
   * 1 if the command or a gate failed, 2 if a gate has no verdict, 64 for wrong usage, and 70 if the server of a gate or
   * baseline cannot be reached, refuses the request, or sends an unreadable response.
   */
  readonly exitCode: 0 | 1 | 2 | 64 | 70;
  readonly output: string;
  readonly errorOutput: string;
}

/** Returns exit code 0 with the standard output. */
export const createSuccess = (output: string): CliOutcome => ({ exitCode: 0, output, errorOutput: "" });

/** Returns exit code 1 with the problem and how to fix it. */
export const createFailure = (problem: string, fix: string): CliOutcome => ({
  exitCode: 1,
  output: "",
  errorOutput: `error: ${problem}\nfix: ${fix}`,
});

/** Returns exit code 64 with the problem and the usage of the command. */
export const createUsageError = (problem: string, usage: string): CliOutcome => ({
  exitCode: 64,
  output: "",
  errorOutput: `error: ${problem}\nusage: ${usage}`,
});
