/** Scrape paths and labels of a deployment's expositions. */
import type { SimulatedDeployment } from "./deployment";
import type { Exposition } from "./exposition/exposition";
import type { Labels } from "./exposition/registry";
import type { Instance } from "./instance";
import type { ScrapeTarget } from "./load/workload";

const sharedNamespace = "serving";

const pathOf = (pod: string, { id, path }: Exposition): string => `/targets/${pod}/${id}${path}`;

function instanceLabels(
  { id, scope, port }: Exposition,
  { name, host }: Instance,
  namespace: string,
): Labels {
  if (scope === "host") return { job: id, instance: `${host}:${port}` };
  return { job: id, namespace, pod: name, node: host, instance: `${name}:${port}` };
}

/** Returns the scrape targets of a deployment's instances and of the exporters in front of them. */
export function listDeploymentTargets({
  plan,
  instances,
  exporters,
}: SimulatedDeployment): readonly ScrapeTarget[] {
  const { name, namespace = sharedNamespace, expositions } = plan;
  const deploymentExpositions = expositions.filter(({ scope }) => scope === "deployment");
  const instanceExpositions = expositions.filter(({ scope }) => scope !== "deployment");
  const sharedTargets = deploymentExpositions.flatMap((exposition, index): ScrapeTarget[] => {
    const exporter = exporters[index];
    const pod = exposition.id === name ? `${name}-0` : `${name}-${exposition.id}`;
    return exporter === undefined
      ? []
      : [
          {
            path: pathOf(pod, exposition),
            labels: { job: exposition.id, namespace, pod, instance: `${pod}:${exposition.port}` },
            printMetrics: (nowMs) => {
              for (const instance of instances) instance.emitMachineSample(nowMs);
              return exporter.printMetrics(
                instances.map(({ engineState }) => engineState),
                nowMs,
              );
            },
          },
        ];
  });
  const instanceTargets = instances.flatMap((instance) =>
    instanceExpositions.flatMap((exposition, index): ScrapeTarget[] => {
      const exporter = instance.exporters[index];
      return exporter === undefined
        ? []
        : [
            {
              path: pathOf(instance.name, exposition),
              labels: instanceLabels(exposition, instance, namespace),
              printMetrics: (nowMs) => {
                instance.emitMachineSample(nowMs);
                return exporter.printMetrics([instance.engineState], nowMs);
              },
            },
          ];
    }),
  );
  return [...sharedTargets, ...instanceTargets];
}
