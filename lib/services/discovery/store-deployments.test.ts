import { expect, test } from "vitest";
import { createDeploymentRecord } from "@/tests/support/sample-data/deployment-record";
import { describeNewDeployment } from "./store-deployments";

test("describes what a serving deployment and a training job do", () => {
  const chat = createDeploymentRecord("chat", { instances: ["a:8000", "b:8000"] });
  expect(describeNewDeployment({ ...chat, engine: "vllm" })).toBe("vLLM serves chat on 2 servers");
  expect(describeNewDeployment({ ...chat, engine: "vllm", instances: ["a:8000"] })).toBe(
    "vLLM serves chat on 1 server",
  );
  expect(describeNewDeployment({ ...chat, engine: "ray-data", instances: ["a:8080"] })).toBe(
    "Ray Train job at 1 address",
  );
});
