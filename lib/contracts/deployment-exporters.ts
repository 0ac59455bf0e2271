/** The door to a deployment's exporters: which are its own, and which could be, place by place, as the source has them now. */
import { z } from "zod";
import { exporterIds } from "@/lib/model/deployment";
import { exporterFits } from "@/lib/model/exporter-fit";
import { families } from "@/lib/model/signal-definition";
import { defineContract } from "./contract";
import { deploymentId, selector } from "./discovery";
import { nothing } from "./fields";

const target = z.object({
  exporter: z.enum(exporterIds),
  title: z.string(),
  family: z.enum(families),
  /** What finds it. */
  selector,
  fit: z.enum(exporterFits),
  /** Titles of other deployments that have it. */
  usedBy: z.array(z.string()),
});

export const deploymentExportersContract = defineContract({
  id: "deployment-exporters",
  method: "GET",
  path: "/api/v1/deployments/[deploymentId]/exporters",
  access: "read",
  timeLimitMs: 10_000,
  maxBodyBytes: 0,
  params: z.strictObject({ deploymentId }),
  query: nothing,
  body: nothing,
  response: z.object({
    asOfMs: z.number(),
    targets: z.array(target),
    /** How many more the source has than are listed. */
    unlistedCount: z.number().int(),
  }),
});

export type DeploymentExportersResponse = z.infer<typeof deploymentExportersContract.response>;
export type ExporterTarget = z.infer<typeof target>;
