/** Advice for the slug of a deployment that does not exist. The API and the command line give the same advice. */

/** Title and next step for a request with an unknown slug. */
export const unknownDeployment = {
  title: "Unknown deployment",
  next: "Use the slug of a deployment that Settings › Deployments or GET /api/v1/deployments lists.",
} as const;
