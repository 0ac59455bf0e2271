/** Where a deployment's expositions are scraped, and with which labels. */
import type { Deployment } from "./deployment";
import type { Exposition } from "./exposition/exposition";
import type { Labels } from "./exposition/registry";
import type { Instance } from "./instance";
import type { ScrapeTarget } from "./workload";

const sharedNamespace = "serving";

const pathOf = (pod: string, { id, path }: Exposition): string => `/targets/${pod}/${id}${path}`;

function instanceLabels(
  { id, standing, port }: Exposition,
  { name, host }: Instance,
  namespace: string,
): Labels {
  if (standing === "host") return { job: id, instance: `${host}:${port}` };
  return { job: id, namespace, pod: name, node: host, instance: `${name}:${port}` };
}

export function deploymentTargets({ plan, instances, fronts }: Deployment): readonly ScrapeTarget[] {
  const { name, namespace = sharedNamespace, expositions } = plan;
  const before = expositions.filter(({ standing }) => standing === "front");
  const beside = expositions.filter(({ standing }) => standing !== "front");
  const ofFronts = before.flatMap((exposition, index): ScrapeTarget[] => {
    const exposed = fronts[index];
    const pod = exposition.id === name ? `${name}-0` : `${name}-${exposition.id}`;
    return exposed === undefined
      ? []
      : [
          {
            path: pathOf(pod, exposition),
            labels: { job: exposition.id, namespace, pod, instance: `${pod}:${exposition.port}` },
            print: (nowMs) => {
              for (const instance of instances) instance.update(nowMs);
              return exposed.print(
                instances.map(({ state }) => state),
                nowMs,
              );
            },
          },
        ];
  });
  const ofInstances = instances.flatMap((instance) =>
    beside.flatMap((exposition, index): ScrapeTarget[] => {
      const exposed = instance.exposed[index];
      return exposed === undefined
        ? []
        : [
            {
              path: pathOf(instance.name, exposition),
              labels: instanceLabels(exposition, instance, namespace),
              print: (nowMs) => {
                instance.update(nowMs);
                return exposed.print([instance.state], nowMs);
              },
            },
          ];
    }),
  );
  return [...ofFronts, ...ofInstances];
}
