/** `npm start`: the built application against your own Prometheus and Jaeger; see the configuration table. */
import { serveApp } from "@/demo/stack/app/serve";
import { describeFailure } from "@/demo/stack/stack-error";

try {
  process.exitCode = await serveApp(process.env);
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
}
