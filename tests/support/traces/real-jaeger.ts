/** A real Jaeger with the traces of a test. Without an installed Jaeger, a simulated trace store with its API. */
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, dataFolder } from "@/demo/stack/folders";
import { silentLog } from "@/demo/stack/log";
import { startStack } from "@/demo/stack/stack";
import { findInstalled } from "@/demo/stack/tools/installed";
import { createJaegerRecipe } from "@/demo/stack/tools/recipes";
import { startTraceStore } from "@/demo/stack/trace-store/server";

export interface TraceStoreFixture {
  readonly queryUrl: string;
  readonly otlpUrl: string;
  readonly stop: () => Promise<void>;
}

const [installed] = await findInstalled(createJaegerRecipe(), cacheFolder());

/** Version of the installed Jaeger; undefined without one. */
export const jaegerVersion = installed?.version;

/** Starts the store. `purpose` names its data folder. */
export async function startJaeger(purpose: string): Promise<TraceStoreFixture> {
  if (installed === undefined) return startTraceStore({ api: "both", queryPort: 0, otlpPort: 0 });
  const data = join(dataFolder(purpose), randomUUID());
  const jaeger = { kind: "real", tool: installed } as const;
  const stack = await startStack({ dataFolder: data, reusesPorts: false, log: silentLog, jaeger });
  const stop = async (): Promise<void> => {
    await stack.stop();
    rmSync(data, { recursive: true, force: true });
  };
  return { queryUrl: stack.urls.jaeger, otlpUrl: stack.urls.otlp, stop };
}

/** Sends OTLP JSON to the store. Throws if the store does not accept it. */
export async function sendSpans({ otlpUrl }: TraceStoreFixture, body: unknown): Promise<void> {
  const sent = await fetch(`${otlpUrl}/v1/traces`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!sent.ok) throw new Error(`the trace store responded ${sent.status}: ${await sent.text()}`);
}
