// No deployment of the fleet has a fault.
import type { Scenario } from "../scenario";
import { setFaults } from "./change-faults";

export const healthyScenario: Scenario = {
  name: "healthy",
  summary: "no fault in the fleet",
  write: async ({ simulatorUrl }) => {
    await setFaults(simulatorUrl, []);
    return [{ title: "All deployments", path: "/", endpoint: "/api/v1/deployments" }];
  },
};
