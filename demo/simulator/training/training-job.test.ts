/** A training job's steps and metrics, and faults that lengthen the right part of a step. */
import { expect, test } from "vitest";
import {
  listLabelNames,
  outline,
  parseExposition,
  valueOf,
  type Families,
} from "@/tests/support/histories/exposition-text";
import { profiles } from "../profiles/profiles";
import { faults } from "../faults/faults";
import { TrainingJob } from "./training-job";

const startMs = Date.UTC(2026, 10, 18, 9);
const plan = profiles.flatMap(({ trainingJobs }) => trainingJobs)[0]!;

/** Runs fifteen minutes with a fault from the start, or without one. */
function train(fault?: string, strength?: number): readonly Families[] {
  const job = new TrainingJob(plan, { seed: 3, startMs });
  if (fault !== undefined) job.setFault(fault, strength, startMs);
  job.advance(startMs + 900_000);
  return job.listTargets().map(({ printMetrics }) => parseExposition(printMetrics(startMs + 900_000)));
}

const [nccl, ray, loop] = train();

test("NCCL Inspector: families, types and labels, one series per GPU", () => {
  const labels = "algo_proto,collective,comm_name,gpu,message_size,n_nodes,node,nranks,slurm_job_id,version";
  expect(outline(nccl!)).toEqual([
    `nccl_collective_exec_time_microseconds gauge ${labels}`,
    `nccl_bus_bandwidth_gbs gauge ${labels}`,
  ]);
  expect(nccl!.get("nccl_bus_bandwidth_gbs")?.samples).toHaveLength(16);
});

test("Ray: families, types and labels", () => {
  const cluster = ["Component", "SessionName", "Version"];
  expect([...ray!.values()].map(({ name, type }) => `${name} ${type}`)).toEqual([
    "ray_data_iter_total_blocked_seconds gauge",
    "ray_data_iter_user_seconds gauge",
    "ray_data_iter_batches_total counter",
    "ray_train_report_total_blocked_time_s gauge",
    "ray_train_worker_group_start_total_time_s gauge",
    "ray_train_controller_state gauge",
  ]);
  expect(listLabelNames(ray!, "ray_data_iter_user_seconds")).toEqual([...cluster, "dataset"]);
  expect(listLabelNames(ray!, "ray_train_controller_state")).toEqual([
    ...cluster,
    "ray_train_controller_state",
    "ray_train_run_id",
    "ray_train_run_name",
  ]);
});

test("the training loop's custom metrics agree with Ray's counts", () => {
  expect(outline(loop!)).toEqual([
    "train_step_duration_seconds histogram",
    "train_data_wait_seconds histogram",
    "train_allreduce_seconds histogram",
    "train_samples_total counter",
    "train_samples_per_second gauge",
  ]);
  const steps = valueOf(loop!, "train_step_duration_seconds_count");
  expect(steps).toBeGreaterThan(300);
  expect(valueOf(ray!, "ray_data_iter_batches_total")).toBe(steps);
  expect(valueOf(loop!, "train_samples_total")).toBe(steps * 64);
  const raySeconds =
    valueOf(ray!, "ray_data_iter_total_blocked_seconds") + valueOf(ray!, "ray_data_iter_user_seconds");
  expect(valueOf(loop!, "train_step_duration_seconds_sum")).toBeCloseTo(raySeconds, 6);
});

const mean = (families: Families, name: string): number =>
  valueOf(families, `${name}_sum`) / valueOf(families, `${name}_count`);

test.each([
  ["slow-feature-store", 15, "train_data_wait_seconds"],
  ["network-delay", 20, "train_allreduce_seconds"],
  ["compute-throttled", 0.35, "train_step_duration_seconds"],
] as const)("%s lengthens the expected part", (fault, strength, name) => {
  const [, , sick] = train(fault, strength);
  expect(mean(sick!, name)).toBeGreaterThan(1.5 * mean(loop!, name));
});

test("an unknown fault is rejected, and a cleared fault has no effect", () => {
  const job = new TrainingJob(plan, { seed: 3, startMs });
  expect(job.setFault("nothing", undefined, startMs)).toEqual({ kind: "unknown" });
  job.setFault("compute-throttled", undefined, startMs);
  expect(job.activeFaults.map(({ fault }) => fault.id)).toEqual(["compute-throttled"]);
  expect(job.clearFault("compute-throttled", startMs)).toBe(true);
  expect(job.clearFault("compute-throttled", startMs)).toBe(false);
});

test.each(
  faults.flatMap(({ id, strengthRange }) => [
    [id, strengthRange.min] as const,
    [id, strengthRange.max] as const,
  ]),
)("%s at %d ends when it is cleared", (id, strength) => {
  const job = new TrainingJob(plan, { seed: 3, startMs });
  const steps = (atMs: number): number => {
    job.advance(atMs);
    const [text = ""] = job
      .listTargets()
      .map((target) => target.printMetrics(atMs))
      .filter((one) => one.includes("train_step_duration_seconds_count"));
    return Number(/^train_step_duration_seconds_count\S* (\S+)$/m.exec(text)?.[1]);
  };
  steps(startMs + 60_000);
  expect(job.setFault(id, strength, startMs + 60_000)).toEqual({ kind: "set" });
  const before = steps(startMs + 120_000);
  job.clearFault(id, startMs + 120_000);
  expect(steps(startMs + 180_000) - before).toBeGreaterThan(20);
});
