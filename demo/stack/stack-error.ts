// An error that the user can fix: the problem and the next step.

/** An error of the demo with advice for the operator. */
export class StackError extends Error {
  override readonly name = "StackError";
  readonly fix: string;

  constructor(message: string, fix: string, options?: ErrorOptions) {
    super(message, options);
    this.fix = fix;
  }
}

/** Returns the text for the terminal: an `error:` line and, for a StackError, a `fix:` line. */
export function formatFailure(error: unknown): string {
  if (error instanceof StackError) return `error: ${error.message}\nfix: ${error.fix}`;
  return `error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
