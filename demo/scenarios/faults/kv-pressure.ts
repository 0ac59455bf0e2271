// The KV cache of chat-70b is too small for its traffic: requests wait and are preempted.
import type { Scenario } from "../scenario";
import { setFaults } from "./change-faults";

const deployment = "chat-70b";

export const kvPressureScenario: Scenario = {
  name: "kv-pressure",
  summary: "a KV cache of chat-70b that is too small, with waiting and preempted requests; no other fault",
  write: async ({ simulatorUrl }) => {
    await setFaults(simulatorUrl, [{ deployment, fault: "kv-cache-squeezed" }]);
    return [
      {
        title: "KV cache usage and queue",
        path: `/signals?d=${deployment}#signal-kv-usage`,
        endpoint: `/api/v1/data-check?deployment=${deployment}`,
      },
    ];
  },
};
