/** Labels endpoint: labels by which a deployment's signals can be split. */
import { z } from "zod";
import { defineContract } from "./contract";
import { emptyObject, slug } from "./fields";

/** Lists the labels of a deployment's series, for the scope menu. */
export const labelsContract = defineContract({
  id: "labels",
  method: "GET",
  path: "/api/v1/labels",
  timeLimitMs: 10_000,
  maxBodyBytes: 0,
  params: emptyObject,
  query: z.strictObject({ deployment: slug }),
  body: emptyObject,
  response: z.object({
    labels: z.array(
      z.object({
        name: z.string(),
        /** Number of distinct values among the inspected series. */
        valueCount: z.number().int(),
        exampleValues: z.array(z.string()),
        /** True if the label may have more values, because not all series were inspected. */
        hasMoreValues: z.boolean(),
      }),
    ),
  }),
});

/** Response of `GET /api/v1/labels`. */
export type LabelsResponse = z.infer<typeof labelsContract.response>;
