/** Exporters endpoint of a deployment: exporter targets that belong or may belong to it, queried now. */
import { z } from "zod";
import { exporterIds } from "@/lib/model/deployment/deployment";
import { exporterFits } from "@/lib/model/deployment/exporter-fit";
import { families } from "@/lib/model/signals/signal-definition";
import { defineContract } from "./contract";
import { deploymentId, selector } from "./discovery";
import { emptyObject } from "./fields";

const target = z.object({
  exporter: z.enum(exporterIds),
  title: z.string(),
  family: z.enum(families),
  /** Selector that matches the target. */
  selector,
  fit: z.enum(exporterFits),
  /** Titles of other deployments that use the target. */
  usedBy: z.array(z.string()),
});

/** Lists the scrape targets that may belong to a deployment, with the exporters found on them. */
export const deploymentExportersContract = defineContract({
  id: "deployment-exporters",
  method: "GET",
  path: "/api/v1/deployments/[deploymentId]/exporters",
  timeLimitMs: 10_000,
  maxBodyBytes: 0,
  params: z.strictObject({ deploymentId }),
  query: emptyObject,
  body: emptyObject,
  response: z.object({
    asOfMs: z.number(),
    targets: z.array(target),
    /** Number of further targets that are not listed. */
    unlistedCount: z.number().int(),
  }),
});

/** Response of `GET /api/v1/deployments/[deploymentId]/exporters`. */
export type DeploymentExportersResponse = z.infer<typeof deploymentExportersContract.response>;
/** Scrape target of an exporter, and whether it belongs to the deployment. */
export type ExporterTarget = z.infer<typeof target>;
