/** Lists of addresses and networks in environment variables. */
import { BlockList, isIP } from "node:net";
import { EnvironmentError } from "./environment-error";

/** Returns whether a network address is in a list. */
export type AddressTest = (address: string) => boolean;

/** Reads the addresses and networks of `variable`, separated by commas. Throws EnvironmentError for an invalid one. */
export function parseNetworks(variable: string, text: string): AddressTest {
  const list = new BlockList();
  for (const entry of text.split(",").map((part) => part.trim())) addNetwork(list, { variable, entry });
  return (address) => isListed(list, address);
}

function addNetwork(
  list: BlockList,
  { variable, entry }: { readonly variable: string; readonly entry: string },
): void {
  const [address = "", prefix, more] = entry.split("/");
  const family = isIP(address);
  const maxPrefix = family === 4 ? 32 : 128;
  const length = prefix === undefined ? maxPrefix : Number(prefix);
  const isValid =
    family !== 0 && more === undefined && /^\d{1,3}$/.test(prefix ?? "0") && length <= maxPrefix;
  // A prefix of 0 would trust every client.
  if (!isValid || length === 0)
    throw new EnvironmentError(
      variable,
      `contains “${entry}”, which is not an address or network`,
      `set ${variable}=10.0.0.5,fd00::/64`,
    );
  list.addSubnet(address, length, family === 4 ? "ipv4" : "ipv6");
}

function isListed(list: BlockList, address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  const family = isIP(plain);
  return family !== 0 && list.check(plain, family === 4 ? "ipv4" : "ipv6");
}
