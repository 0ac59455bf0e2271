/** A command of the `ridgepoint` program. */
import type { Outcome } from "./outcome";

export type ProcessEnvironment = Readonly<Record<string, string | undefined>>;

export interface Command {
  readonly usage: string;
  readonly run: (args: readonly string[], environment: ProcessEnvironment) => Promise<Outcome>;
}
