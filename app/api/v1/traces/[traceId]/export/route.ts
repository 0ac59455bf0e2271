import { traceExportContract } from "@/lib/contracts/traces/trace-export";
import { route } from "@/lib/server/route";
import { exportTrace } from "@/lib/services/traces/export/export-trace";

export const GET = route(
  { contract: traceExportContract, serialize: ({ file }) => new TextEncoder().encode(file) },
  exportTrace,
);
