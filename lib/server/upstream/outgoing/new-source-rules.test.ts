import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseEnvironment } from "@/lib/server/environment/env";
import { deleteProcessState, getProcessState } from "@/lib/server/process-state";
import { newSourceRules } from "./new-source-rules";
import { parseOutgoingUrl } from "./outgoing-rules";
import { acceptedUrls, refusedUrls } from "./url-examples";

function useEnvironment(more: Readonly<Record<string, string>> = {}): void {
  deleteProcessState("environment");
  getProcessState("environment", () =>
    parseEnvironment({
      DATABASE_URL: "postgresql://localhost/ridgepoint",
      PROMETHEUS_URL: "http://prometheus.internal:9090",
      RIDGEPOINT_URL: "https://ridgepoint.example.com",
      PORT: "3000",
      ...more,
    }),
  );
}

beforeEach(() => useEnvironment());
afterEach(() => deleteProcessState("environment"));

/** Returns "accepted", or why the URL is refused. */
function judge(text: string): string {
  const parsed = parseOutgoingUrl(text, newSourceRules);
  return parsed.ok ? "accepted" : parsed.error;
}

const refused = Object.entries(refusedUrls).flatMap(([reason, urls]) =>
  urls.map((url) => [url, reason] as const),
);

describe("the URL of a new source", () => {
  test.each(refused)("%j is refused: %s", (url, reason) => {
    expect(judge(url)).toContain(reason);
  });

  test.each(acceptedUrls)("%j is accepted", (url) => {
    expect(judge(url)).toBe("accepted");
  });

  test("is private only with an entry for its host and port, and webhooks have a separate list", () => {
    useEnvironment({
      RIDGEPOINT_SOURCE_HOSTS: "10.0.0.7:9090",
      RIDGEPOINT_WEBHOOK_HOSTS: "10.0.0.8:9090",
    });
    expect(judge("http://10.0.0.7:9090")).toBe("accepted");
    for (const url of ["http://10.0.0.7:9091", "http://10.0.0.8:9090"])
      expect(judge(url)).toBe("is a private address. The operator can allow it with RIDGEPOINT_SOURCE_HOSTS");
  });

  test("is private if the operator configured a source at this host and port", () => {
    const target = { hostname: "prometheus.internal", port: 9090 };
    expect(newSourceRules.findAddressRefusal("10.0.0.5", target)).toBeNull();
    expect(newSourceRules.findAddressRefusal("169.254.169.254", target)).toContain("metadata");
    expect(newSourceRules.findAddressRefusal("10.0.0.5", { ...target, port: 22 })).toContain("private");
  });

  test("is no metadata service, reserved address or Ridgepoint, even with an entry or with permission for sources", () => {
    useEnvironment({
      RIDGEPOINT_SOURCE_HOSTS: "169.254.169.254:80,0.0.0.0:80,127.0.0.1:3000,metadata:80",
      RIDGEPOINT_ALLOW_LINK_LOCAL: "1",
    });
    expect(judge("http://169.254.169.254/")).toContain("metadata");
    expect(judge("http://0.0.0.0/")).toContain("reserved");
    expect(judge("http://127.0.0.1:3000/")).toContain("is Ridgepoint");
    expect(judge("http://metadata/")).toContain("metadata");
  });

  test.each(["10.0.0.1", "http://prometheus:9090"])("the permission %j is not a host and a port", (hosts) => {
    expect(() => useEnvironment({ RIDGEPOINT_SOURCE_HOSTS: hosts })).toThrow(
      /^RIDGEPOINT_SOURCE_HOSTS has the entry .* fix: set/,
    );
  });
});
