/** Panels that measure the load. They are requested for a comparison even outside the viewport. */
export const loadPanels = {
  requests: "requests",
  inFlight: "queue",
  promptTokens: "prompt-length",
  outputTokens: "output-length",
} as const;
