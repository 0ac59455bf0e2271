/** How a command ended: what it has to say, and to whom. */

export interface Outcome {
  /** 1 when it cannot be done, 64 for wrong usage, as in sysexits.h. */
  readonly exitCode: 0 | 1 | 64;
  readonly output: string;
  readonly complaint: string;
}

export const answered = (output: string): Outcome => ({ exitCode: 0, output, complaint: "" });

export const failed = (what: string, fix: string): Outcome => ({
  exitCode: 1,
  output: "",
  complaint: `error: ${what}\nfix: ${fix}`,
});

export const wrongUsage = (what: string, usage: string): Outcome => ({
  exitCode: 64,
  output: "",
  complaint: `error: ${what}\nusage: ${usage}`,
});
