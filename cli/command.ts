/** A command of the `ridgepoint` program. */
import type { CliOutcome } from "./outcome";

/** Environment variables of the process. */
export type ProcessEnvironment = Readonly<Record<string, string | undefined>>;

/** Command of the program, with its usage. */
export interface Command {
  readonly usage: string;
  readonly run: (args: readonly string[], environment: ProcessEnvironment) => Promise<CliOutcome>;
}
