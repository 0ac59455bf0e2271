/** Which service was probably meant where a link names one that the deployment in view does not have. */
import { namesNear } from "@/lib/base/names-near";

interface Known {
  readonly slug: string;
  readonly title: string;
  readonly traceServices: readonly string[];
}

export interface NearServices {
  readonly own: readonly string[];
  /** Of other deployments, whose traces are asked there; only where none of its own is near. */
  readonly elsewhere: readonly { readonly service: string; readonly slug: string; readonly title: string }[];
}

const none: NearServices = { own: [], elsewhere: [] };
const mostElsewhere = 3;

/** The nearest first; empty where the deployment has the service, or nothing is near. */
export function nearServices(
  asked: string | null,
  slug: string | null,
  deployments: readonly Known[],
): NearServices {
  const viewed = deployments.find((one) => one.slug === slug);
  if (asked === null || viewed === undefined || viewed.traceServices.includes(asked)) return none;
  const own = namesNear(asked, viewed.traceServices);
  if (own.length > 0) return { own, elsewhere: [] };
  const others = deployments.filter((one) => one !== viewed);
  const owners = others.filter(({ traceServices }) => traceServices.includes(asked));
  const elsewhere = (owners.length > 0 ? owners : others).flatMap((one) =>
    (owners.length > 0 ? [asked] : namesNear(asked, one.traceServices)).map((service) => ({
      service,
      slug: one.slug,
      title: one.title,
    })),
  );
  return { own, elsewhere: elsewhere.slice(0, mostElsewhere) };
}
