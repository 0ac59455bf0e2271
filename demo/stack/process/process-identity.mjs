// Checks whether a process id still belongs to the same process. After a crash or a reboot, the system can give the id
// to an unrelated process, which must never receive our signals.
// Plain JavaScript on Node's built-in modules, because it also runs before any package is installed.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Returns the start time of a process as the system reports it, or undefined if it does not run. */
export function processIdentity(pid) {
  return process.platform === "linux" ? linuxIdentity(pid) : psIdentity(pid);
}

/** Returns whether `pid` runs and is the process that `identity` was read from. */
export function isSameProcess(pid, identity) {
  return identity !== undefined && processIdentity(pid) === identity;
}

function linuxIdentity(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program name in brackets, which can contain spaces and brackets itself.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state] = fields;
    if (state === "Z" || state === "X") return undefined;
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}:${fields[19]}`;
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "ESRCH") return undefined;
    throw error;
  }
}

function psIdentity(pid) {
  try {
    const text = execFileSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
    return text === "" || text.startsWith("Z") ? undefined : text.replace(/^\S+\s+/, "");
  } catch (error) {
    // `ps` exits with 1 if the process does not exist.
    if (error.status === 1) return undefined;
    throw error;
  }
}
