/** Writes the outcome of a command to its streams. */
import type { CliOutcome } from "./outcome";

/** Streams to which the result of a command is written. */
export interface OutcomeStreams {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
}

/**
 * Writes the result of a command to the streams. Resolves when both have received the text: an earlier exit would
 * truncate output that a pipe has not read yet. A pipe that its reader closed, such as `head`, is not an error.
 * Rejects if a stream fails for another reason, for example because the disk is full.
 */
export async function printOutcome(
  { output, errorOutput }: CliOutcome,
  { stdout, stderr }: OutcomeStreams,
): Promise<void> {
  await printText(stdout, output);
  await printText(stderr, errorOutput);
}

function printText(stream: NodeJS.WritableStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (error?: Error | null): void => {
      if (error === undefined || error === null || isClosedPipe(error)) resolve();
      else reject(error);
    };
    // A failed write also emits an error, which would end the program without a listener.
    stream.on("error", finish);
    stream.write(text === "" ? "" : `${text}\n`, finish);
  });
}

function isClosedPipe(error: Error): boolean {
  return "code" in error && error.code === "EPIPE";
}
