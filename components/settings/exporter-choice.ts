/** What a person chose of the places that exporters tell of, as attachments and back. Pure. */
import type { ExporterPlace } from "@/lib/contracts/deployment-exporters";
import type { Proposal, ReviewBody } from "@/lib/contracts/discovery";
import { families } from "@/lib/model/signal-definition";

type Attachments = NonNullable<ReviewBody["attachments"]>;

/** One place of one exporter. */
export function placeKey({ exporter, selector }: Pick<ExporterPlace, "exporter" | "selector">): string {
  return `${exporter} ${JSON.stringify(selector)}`;
}

/** The places that are the deployment's own now. */
export function joinedKeys(places: readonly ExporterPlace[]): ReadonlySet<string> {
  return new Set(places.filter(({ fit }) => fit === "joined").map(placeKey));
}

/** What is saved: every exporter with a chosen place, in the order of `places`. */
export function toAttachments(places: readonly ExporterPlace[], chosen: ReadonlySet<string>): Attachments {
  const own = places.filter((place) => chosen.has(placeKey(place)));
  return [...Map.groupBy(own, ({ exporter }) => exporter)].map(([exporter, same]) => ({
    exporter,
    selectors: same.map(({ selector }) => selector),
  }));
}

export interface FamilyPlaces {
  readonly family: Proposal["attachments"][number]["family"];
  readonly near: readonly ExporterPlace[];
  /** Labels say they are another's. */
  readonly elsewhere: readonly ExporterPlace[];
}

/** By family, those that are or could be its own apart from the rest; families of which nothing is told are left out. */
export function byFamily(places: readonly ExporterPlace[]): readonly FamilyPlaces[] {
  return families.flatMap((family) => {
    const own = places.filter((place) => place.family === family);
    if (own.length === 0) return [];
    const [near, elsewhere] = [false, true].map((is) =>
      own.filter(({ fit }) => (fit === "elsewhere") === is),
    );
    return [{ family, near: near ?? [], elsewhere: elsewhere ?? [] }];
  });
}
