// Plans, runs and decides experiments of one investigation through the use cases of their endpoints.
import type { z } from "zod";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import {
  addExperimentContract,
  approveExperimentContract,
  changeExperimentStateContract,
  decideExperimentContract,
} from "@/lib/contracts/investigations/experiments";
import { approveExperiment } from "@/lib/services/investigations/experiments/approve-experiment";
import { changeExperimentState } from "@/lib/services/investigations/experiments/change-experiment-state";
import { addExperiment } from "@/lib/services/investigations/experiments/change-experiments";
import { decideExperiment } from "@/lib/services/investigations/experiments/decide-experiment";
import type { EndpointCaller } from "../writing/call-endpoint";

export type NewExperiment = ReadonlyDeep<z.input<typeof addExperimentContract.body>>;

/** Adds an experiment to the investigation with this number, and starts it. Returns its id. Throws AppError. */
export async function startExperiment(
  call: EndpointCaller,
  investigationNumber: number,
  body: NewExperiment,
): Promise<string> {
  const params = { number: String(investigationNumber) };
  const { experiment } = await call(addExperimentContract, addExperiment, { params, body });
  const started = { params: { ...params, experimentId: experiment.id }, body: { state: "running" } } as const;
  await call(changeExperimentStateContract, changeExperimentState, started);
  return experiment.id;
}

interface StartedExperiment {
  readonly investigationNumber: number;
  readonly experimentId: string;
}

const paramsOf = ({ investigationNumber, experimentId }: StartedExperiment) => ({
  number: String(investigationNumber),
  experimentId,
});

/** Ends the experiment, and adopts its change. Returns the stored verdict with its sentence. Throws AppError. */
export async function adoptChange(call: EndpointCaller, started: StartedExperiment, reason: string) {
  const params = paramsOf(started);
  await call(changeExperimentStateContract, changeExperimentState, { params, body: { state: "ended" } });
  const body = { decision: "adopt", reason } as const;
  const { experiment } = await call(decideExperimentContract, decideExperiment, { params, body });
  return experiment.decision?.result ?? null;
}

/** Approves the adopted change. The caller is another person than its proposer. Throws AppError. */
export async function approveChange(call: EndpointCaller, started: StartedExperiment): Promise<void> {
  await call(approveExperimentContract, approveExperiment, { params: paramsOf(started), body: {} });
}
