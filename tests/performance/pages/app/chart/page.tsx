import "@/app/globals.css";
import { ChartBench } from "./chart-bench";

// oxlint-disable-next-line import/no-default-export -- Next finds it so
export default function ChartPage() {
  return <ChartBench />;
}
