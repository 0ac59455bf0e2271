import { traceExportContract } from "@/lib/contracts/trace-export";
import { route } from "@/lib/server/route";
import { exportTrace } from "@/lib/services/traces/export-trace";

export const GET = route(
  { contract: traceExportContract, serialize: ({ file }) => new TextEncoder().encode(file) },
  exportTrace,
);
