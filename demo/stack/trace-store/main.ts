// Runs the trace store as a separate process:
//   tsx demo/stack/trace-store/main.ts --query-port 16686 --otlp-port 4318 [--api v3|old|both|tempo]
import { parseArgs } from "node:util";
import { z } from "zod";
import { queryApis, startTraceStore } from "./server";

const port = z.coerce.number().int().min(0).max(65_535);
const options = z.object({
  "query-port": port,
  "otlp-port": port,
  api: z.enum(queryApis),
});

const { values } = parseArgs({
  options: {
    "query-port": { type: "string", default: "16686" },
    "otlp-port": { type: "string", default: "4318" },
    api: { type: "string", default: "both" },
  },
});
const chosen = options.parse(values);
const running = await startTraceStore({
  api: chosen.api,
  queryPort: chosen["query-port"],
  otlpPort: chosen["otlp-port"],
});
process.stdout.write(`queries at ${running.queryUrl}, traces at ${running.otlpUrl}\n`);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void running.stop());
