import { expect, test } from "vitest";
import { engineById } from "@/lib/engines";
import type { EngineId } from "@/lib/model/deployment/deployment";
import { getRequestCounting } from "./request-counting";

test.each<[EngineId, boolean, readonly string[]]>([
  ["vllm", false, ["running", "waiting"]],
  ["tgi", true, ["running", "waiting"]],
  // The gauge of running requests of both gateways includes the waiting ones.
  ["epp", true, ["running"]],
  ["dynamo", false, ["running"]],
  ["litellm", false, []],
])("%s counts requests on arrival: %s, with the gauges %j", (id, isOnArrival, inFlightSignals) => {
  expect(getRequestCounting(engineById(id))).toEqual({ isOnArrival, inFlightSignals });
});
