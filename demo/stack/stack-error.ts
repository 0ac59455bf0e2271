// A failure that a person can do something about: what went wrong and what to do next.

export class StackError extends Error {
  override readonly name = "StackError";
  readonly fix: string;

  constructor(message: string, fix: string, options?: ErrorOptions) {
    super(message, options);
    this.fix = fix;
  }
}

/** The text for the terminal: one `error:` line and, where there is one, one `fix:` line. */
export function describeFailure(error: unknown): string {
  if (error instanceof StackError) return `error: ${error.message}\nfix: ${error.fix}`;
  return `error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
