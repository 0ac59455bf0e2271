import { healthContract } from "@/lib/contracts/installation/health";
import { route } from "@/lib/server/route";
import { readHealth } from "@/lib/services/installation/read-health";

export const GET = route(
  {
    contract: healthContract,
    chooseStatus: ({ ready }, { query }) => (query.probe === "ready" && !ready ? 503 : 200),
  },
  readHealth,
);
