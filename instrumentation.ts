/** Runs once when the server starts, before it takes requests. */
export async function register(): Promise<void> {
  if (process.env["NEXT_RUNTIME"] !== "nodejs" || process.env["NEXT_PHASE"] === "phase-production-build")
    return;
  const { startServer } = await import("@/lib/jobs/start-server");
  await startServer();
}

export async function onRequestError(
  error: unknown,
  request: { readonly path: string },
  context: { readonly routeType: string },
): Promise<void> {
  if (process.env["NEXT_RUNTIME"] !== "nodejs") return;
  const { getLogger } = await import("@/lib/server/logger");
  const stack = error instanceof Error ? error.stack : undefined;
  getLogger().error({ error, stack, path: request.path, routeType: context.routeType }, "a request failed");
}
