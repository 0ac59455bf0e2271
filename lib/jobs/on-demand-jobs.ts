/** List of all jobs that run for stored rows. */
import { captureBaselinesJob } from "./capture-baselines";
import type { OnDemandJob } from "./job";

export const onDemandJobs: readonly OnDemandJob[] = [captureBaselinesJob];
