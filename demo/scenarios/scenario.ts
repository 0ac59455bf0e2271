// A scenario: a named situation that is written into a running demo, and checked.

export interface ScenarioLink {
  readonly title: string;
  /** Path inside Ridgepoint. */
  readonly path: string;
  /** Path of the endpoint that returns what the page shows. */
  readonly endpoint: string;
}

export interface ScenarioInput {
  /** First start of the demo, from which its history counts. */
  readonly scenarioStartMs: number;
  readonly simulatorUrl: string;
  /** Receives one line per finished part. */
  readonly log: (line: string) => void;
}

export interface Scenario {
  readonly name: string;
  /** One sentence for the list. */
  readonly summary: string;
  /**
   * Writes the situation if it does not exist yet, and checks it. Returns the links to it. Throws `ScenarioError` if it
   * cannot be made true, and AppError.
   */
  readonly write: (input: ScenarioInput) => Promise<readonly ScenarioLink[]>;
}

/** Why a scenario could not be written, and what to do. */
export class ScenarioError extends Error {
  readonly fix: string;

  constructor(message: string, fix: string) {
    super(message);
    this.fix = fix;
  }
}
