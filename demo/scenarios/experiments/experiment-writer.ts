// Plans, runs and decides experiments of one investigation through the use cases of their endpoints.
import type { z } from "zod";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import {
  addExperimentContract,
  changeExperimentStateContract,
} from "@/lib/contracts/investigations/experiments";
import {
  addExperiment,
  changeExperimentState,
} from "@/lib/services/investigations/experiments/change-experiments";
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
