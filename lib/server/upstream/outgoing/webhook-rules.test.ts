import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseEnvironment } from "@/lib/server/environment/env";
import { deleteProcessState, getProcessState } from "@/lib/server/process-state";
import { parseOutgoingUrl } from "./outgoing-rules";
import { acceptedUrls, refusedUrls } from "./url-examples";
import { webhookRules } from "./webhook-rules";

function useEnvironment(hosts = ""): void {
  deleteProcessState("environment");
  getProcessState("environment", () =>
    parseEnvironment({
      DATABASE_URL: "postgresql://localhost/ridgepoint",
      PROMETHEUS_URL: "http://localhost:9090",
      RIDGEPOINT_URL: "https://ridgepoint.example.com",
      RIDGEPOINT_WEBHOOK_HOSTS: hosts,
      PORT: "3000",
    }),
  );
}

beforeEach(() => useEnvironment());
afterEach(() => deleteProcessState("environment"));

/** Returns "accepted", or why the URL is refused. */
function judge(text: string): string {
  const parsed = parseOutgoingUrl(text, webhookRules);
  return parsed.ok ? "accepted" : parsed.error;
}

const refused = Object.entries(refusedUrls).flatMap(([reason, urls]) =>
  urls.map((url) => [url, reason] as const),
);

describe("the URL of a webhook", () => {
  test.each(refused)("%j is refused: %s", (url, reason) => {
    expect(judge(url)).toContain(reason);
  });

  test.each(acceptedUrls)("%j is accepted", (url) => {
    expect(judge(url)).toBe("accepted");
  });

  test("the table has 150 spellings and more", () => {
    expect(new Set([...refused.map(([url]) => url), ...acceptedUrls]).size).toBeGreaterThanOrEqual(150);
  });

  test("a private host is accepted with the permission of the operator for this port only", () => {
    useEnvironment("127.0.0.1:9001, Rollback.Internal:8443,[fd12::7]:80");
    expect(judge("http://127.0.0.1:9001/hook")).toBe("accepted");
    expect(judge("http://2130706433:9001/hook")).toBe("accepted");
    expect(judge("http://[fd12::7]/")).toBe("accepted");
    expect(judge("http://127.0.0.1:9002/hook")).toContain("RIDGEPOINT_WEBHOOK_HOSTS");
    expect(judge("http://10.0.0.1:9001/hook")).toContain("private address");
    const target = { hostname: "rollback.internal", port: 8443 };
    expect(webhookRules.findAddressRefusal("10.0.0.5", target)).toBeNull();
    expect(webhookRules.findAddressRefusal("169.254.169.254", target)).toContain("metadata");
    expect(webhookRules.findAddressRefusal("10.0.0.5", { ...target, port: 80 })).toContain("private");
  });

  test("the permission of the operator allows no metadata service, reserved address, or Ridgepoint", () => {
    useEnvironment("169.254.169.254:80,0.0.0.0:80,127.0.0.1:3000,metadata:80");
    expect(judge("http://169.254.169.254/")).toContain("metadata");
    expect(judge("http://0.0.0.0/")).toContain("reserved");
    expect(judge("http://127.0.0.1:3000/")).toContain("is Ridgepoint");
    expect(judge("http://metadata/")).toContain("metadata");
  });

  test.each(["10.0.0.1", "hooks:0", "hooks:99999", "http://hooks:80", "a/b:80", "user@hooks:80"])(
    "the permission %j is not a host and a port",
    (hosts) => {
      expect(() => useEnvironment(hosts)).toThrow(/^RIDGEPOINT_WEBHOOK_HOSTS has the entry .* fix: set/);
    },
  );
});
