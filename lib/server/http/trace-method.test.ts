import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { renamedTraceMethod, renameTraceMethod } from "./trace-method";

test("TRACE arrives under a different name, and other methods are unchanged", async () => {
  renameTraceMethod();
  const server = createServer(({ method = "" }, response) => {
    response.end(new Request("http://localhost/", { method }).method);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const heard = await Promise.all(
    ["TRACE", "GET", "DELETE"].map(
      (method) =>
        new Promise<string>((resolve, reject) => {
          const clientRequest = request({ host: "127.0.0.1", port, method, agent: false }, (response) => {
            let text = "";
            response.setEncoding("utf8").on("data", (part: string) => {
              text += part;
            });
            response.once("end", () => resolve(text));
          });
          clientRequest.once("error", reject).end();
        }),
    ),
  );
  server.close();
  expect(heard).toEqual([renamedTraceMethod, "GET", "DELETE"]);
});
