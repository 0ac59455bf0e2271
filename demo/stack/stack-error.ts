// An error that the user can fix: the problem and the next step.

export class StackError extends Error {
  override readonly name = "StackError";
  readonly fix: string;

  constructor(message: string, fix: string, options?: ErrorOptions) {
    super(message, options);
    this.fix = fix;
  }
}

/** Returns the text for the terminal: an `error:` line and, for a StackError, a `fix:` line. */
export function describeFailure(error: unknown): string {
  if (error instanceof StackError) return `error: ${error.message}\nfix: ${error.fix}`;
  return `error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
