/** Recognises profiles that are JSON: trace events of Chrome and PyTorch, and speedscope. */

/** Returns the format of a profile. Null if the text is not a profile. */
export function detectJsonProfile(text: string): "chrome-trace" | "speedscope" | null {
  if (!/^\s*[[{]/.test(text)) return null;
  const value = parseJson(text);
  if (Array.isArray(value)) return isEventList(value) ? "chrome-trace" : null;
  if (typeof value !== "object" || value === null) return null;
  if ("traceEvents" in value && isEventList(value.traceEvents)) return "chrome-trace";
  return isSpeedscope(value) ? "speedscope" : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Text that is not JSON, such as a log that starts with a bracket, is not a profile.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Returns whether the value is a list of trace events, each of which has a phase `ph`. */
function isEventList(events: unknown): boolean {
  if (!Array.isArray(events) || events.length === 0) return false;
  return events
    .slice(0, 100)
    .every(
      (event: unknown) =>
        typeof event === "object" && event !== null && "ph" in event && typeof event.ph === "string",
    );
}

function isSpeedscope(value: object): boolean {
  if (!("shared" in value) || !("profiles" in value) || !Array.isArray(value.profiles)) return false;
  const { shared } = value;
  return typeof shared === "object" && shared !== null && "frames" in shared && Array.isArray(shared.frames);
}
