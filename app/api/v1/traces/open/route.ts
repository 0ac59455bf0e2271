import { openTracesContract } from "@/lib/contracts/traces/open-traces";
import { route } from "@/lib/server/route";
import { openTraces } from "@/lib/services/traces/files/open-traces";

export const POST = route(
  {
    contract: openTracesContract,
    serialize: (answer) => new TextEncoder().encode(answer.file ?? JSON.stringify(answer)),
  },
  openTraces,
);
