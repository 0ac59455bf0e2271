import { expect, test } from "vitest";
import { groupInstances } from "../deployments/instance-groups";
import { removeDuplicateDetections } from "./duplicate-detections";
import { engineById } from "@/lib/engines";
import type { EngineId } from "@/lib/model/deployment/deployment";

function group(engine: EngineId, model: string, instance: string, job = "triton") {
  const known = engineById(engine);
  return groupInstances(known, [
    { labels: { [known.modelLabel ?? ""]: model, job, instance }, value: 100, atMs: 100_000 },
  ]);
}

test("treats a Triton server with TensorRT-LLM as one deployment, not one per ensemble step", () => {
  const groups = [
    ...group("triton-trtllm", "tensorrt_llm", "a:8002"),
    ...group("triton", "preprocessing", "a:8002"),
    ...group("triton", "tensorrt_llm", "a:8002"),
  ];
  expect(removeDuplicateDetections(groups).map(({ engine, model }) => [engine, model])).toEqual([
    ["triton-trtllm", "tensorrt_llm"],
  ]);
});

test("keeps other servers of the job, and the same address under another job", () => {
  const groups = [
    ...group("triton-trtllm", "tensorrt_llm", "a:8002"),
    ...group("triton", "resnet", "b:8002"),
    ...group("triton", "bert", "a:8002", "other"),
  ];
  expect(removeDuplicateDetections(groups).map(({ model }) => model)).toEqual([
    "tensorrt_llm",
    "resnet",
    "bert",
  ]);
});
