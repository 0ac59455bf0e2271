import { healthContract } from "@/lib/contracts/health";
import { route } from "@/lib/server/route";
import { readHealth } from "@/lib/services/health/read-health";

export const GET = route(
  {
    contract: healthContract,
    chooseStatus: ({ ready }, { query }) => (query.probe === "ready" && !ready ? 503 : 200),
  },
  readHealth,
);
