/** `npm run build`: the application as `npm start` and the demo run it; says where it lies. */
import { ensureAppBuild } from "@/demo/stack/app/app-build";
import { createLog } from "@/demo/stack/log";
import { describeFailure } from "@/demo/stack/stack-error";

try {
  process.stdout.write(`${await ensureAppBuild(createLog((text) => process.stderr.write(text)))}\n`);
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
}
