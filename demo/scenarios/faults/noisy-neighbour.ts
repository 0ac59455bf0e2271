// Another tenant uses half of the bandwidth, compute and CPU of search-30b.
import type { Scenario } from "../scenario";
import { setFaults } from "./change-faults";

const deployment = "search-30b";

export const noisyNeighbourScenario: Scenario = {
  name: "noisy-neighbour",
  summary: "another tenant on the machines of search-30b, which makes its tokens slower; no other fault",
  write: async ({ simulatorUrl }) => {
    await setFaults(simulatorUrl, [{ deployment, fault: "noisy-neighbour" }]);
    return [
      {
        title: "Latency",
        path: `/signals?d=${deployment}#signal-tpot`,
        endpoint: `/api/v1/data-check?deployment=${deployment}`,
      },
    ];
  },
};
