/** The accelerators of a deployment as values of its environment. */
import type { EnvironmentValues } from "@/lib/model/baseline/environment";
import type { ObservedDevice } from "./plan-devices";

/**
 * Returns the environment properties `gpu.model`, `gpu.count` and `driver`; empty without devices. If the devices have
 * several models or drivers, their names are joined to one text.
 */
export function toDeviceEnvironment(devices: readonly ObservedDevice[]): EnvironmentValues {
  if (devices.length === 0) return {};
  const models = devices.map(({ name, migProfile }) =>
    migProfile === null ? name : `${name} ${migProfile}`,
  );
  const drivers = devices.flatMap(({ driver }) => driver ?? []);
  return {
    "gpu.model": joinDistinct(models),
    "gpu.count": String(devices.reduce((sum, { count }) => sum + count, 0)),
    ...(drivers.length === 0 ? {} : { driver: joinDistinct(drivers) }),
  };
}

function joinDistinct(texts: readonly string[]): string {
  return [...new Set(texts)].toSorted().join(", ").slice(0, 500);
}
