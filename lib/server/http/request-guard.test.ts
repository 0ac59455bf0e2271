import { describe, expect, test } from "vitest";
import { assertJsonContentType, assertSameOrigin, isAllowedHost } from "./request-guard";

const publicUrl = new URL("https://Ridgepoint.example.com:8443/");

describe("host names", () => {
  test.each([
    "localhost",
    "localhost:3000",
    "LOCALHOST:1",
    "127.0.0.1:3000",
    "[::1]:3000",
    "ridgepoint.example.com",
    "ridgepoint.example.com:8443",
  ])("%s is allowed", (host) => {
    expect(isAllowedHost(host, publicUrl)).toBe(true);
  });

  test.each([
    null,
    "",
    "evil.example.com",
    "localhost.evil.example.com",
    "localhost.",
    "127.0.0.1.nip.io",
    "127.1",
    "0.0.0.0:3000",
    "[::ffff:127.0.0.1]",
    "localhost:3000@evil.example.com",
    "localhost:3000:1",
    "localhost, evil.example.com",
    "ridgepoint.example.com.",
    "user@localhost",
    "localhost/evil",
  ])("%s is foreign", (host) => {
    expect(isAllowedHost(host, publicUrl)).toBe(false);
  });

  test("without a public URL only loopback is allowed", () => {
    expect(isAllowedHost("ridgepoint.example.com", undefined)).toBe(false);
  });
});

describe("writes", () => {
  const host = "localhost:3000";
  test.each([
    { "sec-fetch-site": "same-origin", origin: "http://localhost:3000" },
    { "sec-fetch-site": "same-origin" },
    { origin: "http://localhost:3000" },
    {},
  ])("from %o are accepted", (headers) => {
    expect(() => assertSameOrigin(new Headers({ host, ...headers }))).not.toThrow();
  });

  test.each([
    { "sec-fetch-site": "cross-site", origin: "http://localhost:3000" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    { "sec-fetch-site": "same-origin", origin: "null" },
    { origin: "null" },
    { origin: "http://localhost:3001" },
    { origin: "http://evil.example.com" },
    { origin: "https://localhost:3000.evil.example.com" },
    { cookie: "a=b" },
  ])("from %o are refused", (headers) => {
    expect(() => assertSameOrigin(new Headers({ host, ...headers }))).toThrow(/refused|must have/);
  });

  test.each(["application/json", "application/json; charset=utf-8", "Application/JSON"])(
    "declared as %s are accepted",
    (type) => {
      expect(() => assertJsonContentType(new Headers({ "content-type": type }))).not.toThrow();
    },
  );

  test.each(["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""])(
    "declared as %o are refused",
    (type) => {
      expect(() => assertJsonContentType(new Headers({ "content-type": type }))).toThrow(/application\/json/);
    },
  );
});
