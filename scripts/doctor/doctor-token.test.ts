import { createServer, type IncomingMessage, type ServerResponse, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import { checkToken } from "./doctor-token";

const servers: Server[] = [];
const token = "rp_example_token";
const person = {
  id: "p1",
  name: "Ada",
  email: "ada@example.org",
  role: "editor",
  timeZone: null,
  theme: "system",
  version: 1,
};

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

function serve(respond: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer(respond);
    servers.push(server);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
}

/** A Ridgepoint server that accepts one token. */
const serveRidgepoint = (): Promise<number> =>
  serve((request, response) => {
    if (request.url?.startsWith("/api/health") === true) {
      response.end(JSON.stringify({ live: true, version: "1.2.3" }));
      return;
    }
    const isAccepted =
      request.url === "/api/v1/session" && request.headers.authorization === `Bearer ${token}`;
    response.statusCode = isAccepted ? 200 : 401;
    response.end(
      JSON.stringify(isAccepted ? { person, demoVisitorName: null, signInKind: "token" } : { code: "x" }),
    );
  });

test("sends the token to the running server, and reports whether it is accepted and for whom", async () => {
  const port = await serveRidgepoint();
  expect(await checkToken(token, port)).toEqual([
    { name: "API token", state: "ok", detail: "accepted, for Ada (editor)" },
  ]);
  expect(await checkToken("rp_other", port)).toMatchObject([
    {
      state: "failed",
      detail: "the server refused RIDGEPOINT_TOKEN",
      fix: expect.stringContaining("API tokens"),
    },
  ]);
});

test("does not send the token to another program", async () => {
  const received: (string | undefined)[] = [];
  const port = await serve(({ headers }, response) => {
    received.push(headers.authorization);
    response.end("<html>");
  });
  expect(await checkToken(token, port)).toMatchObject([{ state: "skipped" }]);
  expect(received).toEqual([undefined]);
});

test("checks nothing without a token", async () => {
  expect(await checkToken(undefined, await serveRidgepoint())).toEqual([]);
});
