/** Ray Data and Ray Train: the only standard training metrics, most of them running sums in gauges. */
import type { TrainingExposition } from "@/demo/simulator/training/training-expositions";
import type { TrainingPlan } from "@/demo/simulator/training/training-step";
import { Registry, type Labels } from "@/demo/simulator/exposition/registry";

const states = ["RUNNING", "INITIALIZING", "SCHEDULING", "RESTARTING", "ERRORED", "FINISHED"] as const;
const startSeconds = 18.4;

function create(plan: TrainingPlan): ReturnType<TrainingExposition["create"]> {
  const cluster: Labels = { SessionName: "session_1", Version: "2.49.0", Component: "core_worker" };
  const registry = new Registry(cluster, { numberFormat: "python" });
  const dataset: Labels = { dataset: `${plan.name}_train` };
  const run: Labels = { ray_train_run_name: plan.name, ray_train_run_id: "run-1" };
  const worker: Labels = { ...run, ray_train_worker_world_rank: "0", ray_train_worker_actor_id: "a1" };
  const blocked = registry.gauge(
    "ray_data_iter_total_blocked_seconds",
    "Seconds user thread is blocked by iter_batches()",
    [dataset],
  );
  const user = registry.gauge("ray_data_iter_user_seconds", "Seconds spent in user code", [dataset]);
  const batches = registry.counter("ray_data_iter_batches_total", "Batches given to the consumer", [dataset]);
  const report = registry.gauge(
    "ray_train_report_total_blocked_time_s",
    "Cumulative time in seconds to report a checkpoint to the storage.",
    [worker],
  );
  const started = registry.gauge(
    "ray_train_worker_group_start_total_time_s",
    "Cumulative time in seconds to start worker groups.",
    [run],
  );
  const state = registry.gauge("ray_train_controller_state", "Current state of the train controller.", []);
  const total = { blocked: 0, user: 0, report: 0 };
  return {
    onStep: (step) => {
      total.blocked += step.dataWaitSeconds;
      total.user += step.stepSeconds - step.dataWaitSeconds;
      total.report += step.checkpointSeconds;
      batches.add(1, dataset);
    },
    printMetrics: () => {
      blocked.set(total.blocked, dataset);
      user.set(total.user, dataset);
      report.set(total.report, worker);
      started.set(startSeconds, run);
      for (const name of states)
        state.set(name === "RUNNING" ? 1 : 0, { ...run, ray_train_controller_state: name });
      return registry.print();
    },
    resetCounters: () => {
      registry.reset();
      Object.assign(total, { blocked: 0, user: 0, report: 0 });
    },
  };
}

export const rayTraining: TrainingExposition = {
  id: "ray-training",
  title: "Ray Data and Ray Train",
  port: 8080,
  path: "/metrics",
  create,
};
