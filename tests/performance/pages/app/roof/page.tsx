import "@/app/globals.css";
import { RoofBench } from "./roof-bench";

// oxlint-disable-next-line import/no-default-export -- Next finds it so
export default function RoofPage() {
  return <RoofBench />;
}
