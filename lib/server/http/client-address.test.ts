/** The address of a client behind proxies, which no client can choose. */
import { expect, test } from "vitest";
import { parseNetworks } from "@/lib/server/environment/network-list";
import { findClientAddress, readConnectionAddress } from "./client-address";

const isProxy = parseNetworks("RIDGEPOINT_PROXIES", "127.0.0.1, ::1, 10.0.0.0/24");

test.each([
  ["a connection without a proxy", "203.0.113.9", "", "203.0.113.9"],
  ["a connection without a proxy that names another address", "203.0.113.9", "198.51.100.1", "203.0.113.9"],
  ["a connection of a proxy", "127.0.0.1", "203.0.113.9", "203.0.113.9"],
  ["a proxy as an IPv4 address in IPv6", "::ffff:127.0.0.1", "203.0.113.9", "203.0.113.9"],
  ["two proxies", "127.0.0.1", "203.0.113.9, 10.0.0.7", "203.0.113.9"],
  ["an address that the client added", "127.0.0.1", "10.0.0.8, 198.51.100.1, 203.0.113.9", "203.0.113.9"],
  ["an IPv6 client", "::1", "2001:db8::7", "2001:db8::7"],
  ["an IPv4 client with a port", "127.0.0.1", "203.0.113.9:4711", "203.0.113.9"],
  ["an IPv6 client with a port", "127.0.0.1", "[2001:db8::7]:4711", "2001:db8::7"],
  ["a proxy without the header", "127.0.0.1", "", "127.0.0.1"],
  ["an entry that is no address", "127.0.0.1", "203.0.113.9, unknown", "127.0.0.1"],
  ["a client at an address of a proxy", "127.0.0.1", "10.0.0.9", "10.0.0.9"],
])("%s", (_name, connection, forwarded, expected) => {
  expect(findClientAddress(connection, { forwarded, isProxy })).toBe(expected);
});

test("the address of the connection is separate from that of the client", () => {
  const headers = {
    "x-ridgepoint-client-address": "203.0.113.9",
    "x-ridgepoint-connection-address": "10.0.0.7",
  };
  expect(readConnectionAddress(new Headers(headers))).toBe("10.0.0.7");
});
