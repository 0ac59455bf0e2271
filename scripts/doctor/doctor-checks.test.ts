import { createServer, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import { checkEnvironment, checkNode, checkPort } from "./doctor-checks";

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

function serve(body: string): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer((_request, response) => response.end(body));
    servers.push(server);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
}

test.each([
  ["24.11.0", "ok"],
  ["22.19.0", "ok"],
  ["22.18.9", "failed"],
  ["20.19.0", "failed"],
])("Node %s is %s", (version, state) => {
  expect(checkNode(version)).toMatchObject({ state });
});

test("an empty environment names the variable to set; the database is optional", () => {
  expect(checkEnvironment({})).toMatchObject({
    finding: {
      state: "failed",
      detail: "PROMETHEUS_URL is not set",
      fix: expect.stringContaining("PROMETHEUS_URL="),
    },
  });
  expect(checkEnvironment({ PROMETHEUS_URL: "http://p:9090" }).finding).toMatchObject({ state: "ok" });
});

test("a port used by another program fails; one used by Ridgepoint is ok", async () => {
  const stranger = await serve("<html>");
  expect(await checkPort(stranger)).toMatchObject({ state: "failed", fix: `PORT=${stranger + 1} npm start` });
  const ourselves = await serve(JSON.stringify({ live: true, version: "1.2.3" }));
  expect(await checkPort(ourselves)).toMatchObject({
    state: "ok",
    detail: `Ridgepoint 1.2.3 is running on ${ourselves}`,
  });
});
