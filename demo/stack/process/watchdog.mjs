// Stops the processes of a run when its parent process ends, even by kill -9. The parent holds the other end of standard
// input, so the end of the parent closes it.
// Usage: node watchdog.mjs <folder with process notes> <run id>
import { stopLeftovers } from "./leftovers.mjs";

const [folder, runId] = process.argv.slice(2);
// The parent handles Ctrl-C. The watchdog only waits for the parent to end.
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => undefined);
process.stdin.resume();
process.stdin.on("close", () => void stopLeftovers(folder, runId));
