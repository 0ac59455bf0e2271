import { afterEach, expect, test, vi } from "vitest";
import { endSession, fetchJson } from "./fetch-json";

afterEach(async () => {
  vi.unstubAllGlobals();
  // Other files share the module.
  await endSession(() => Promise.reject(new Error("reset"))).catch(() => undefined);
});

/** Every request is refused, because the session has ended. Returns the reload of the page. */
function refuseRequests() {
  const reload = vi.fn();
  vi.stubGlobal("location", { reload, pathname: "/overview" });
  const body = { code: "sign-in-required", title: "Sign in", detail: "the session has ended", next: "" };
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(body, { status: 401 })));
  return reload;
}

const poll = (): Promise<unknown> => fetchJson("/api/v1/overview");

test("a request without a session reloads the page", async () => {
  const reload = refuseRequests();
  await expect(poll()).rejects.toThrow("the session has ended");
  expect(reload).toHaveBeenCalledOnce();
});

test("polls do not reload the page while the person signs out, and do so again if that fails", async () => {
  const reload = refuseRequests();
  const failing = endSession(async () => {
    await expect(poll()).rejects.toThrow("the session has ended");
    throw new Error("the server does not respond");
  });
  await expect(failing).rejects.toThrow("the server does not respond");
  expect(reload).not.toHaveBeenCalled();
  await expect(poll()).rejects.toThrow("the session has ended");
  expect(reload).toHaveBeenCalledOnce();
  await endSession(() => Promise.resolve({}));
  await expect(poll()).rejects.toThrow("the session has ended");
  expect(reload).toHaveBeenCalledOnce();
});
