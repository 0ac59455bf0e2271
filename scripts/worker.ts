/**
 * `npm run worker`: runs the background jobs in a process that serves no requests; see docs/operation.md. Uses the
 * variables of `npm start`. DATABASE_URL is required.
 */
import { startWorker } from "@/lib/jobs/start-worker";
import { makeFilesAbsolute } from "./start-checks/absolute-files";

Object.assign(process.env, makeFilesAbsolute(process.env, process.cwd()));
// The worker listens on no address, so the one of the server must not be refused here.
Reflect.deleteProperty(process.env, "HOSTNAME");
await startWorker();
